package known;

import check.Truth;

/** What {@link StartGate} answers. */
final class StartGateTruth extends Truth {
    private int came;

    @Override
    public String call(String method, Object[] arguments) {
        came += method.equals("come") ? 1 : 0;
        return method.equals("isOpen") ? String.valueOf(came >= 3) : method.equals("come") || came >= 3 ? "ok" : "hang";
    }
}

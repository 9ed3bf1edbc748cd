package known;

import check.Truth;

/** What {@link Outbox} answers. */
final class OutboxTruth extends Truth {
    private int waiting;
    private boolean over;

    @Override
    public String call(String method, Object[] arguments) {
        boolean wasOver = over;
        int before = waiting;
        switch (method) {
            case "send":
                if (wasOver) {
                    return "IllegalStateException";
                } else if (arguments[0] == null) {
                    return "NullPointerException";
                }
                waiting++;
                return waiting > 3 ? "hang" : "ok";
            case "close":
                over = true;
                return wasOver ? "IllegalStateException" : "ok";
            default:
                waiting = Math.max(0, before - 1);
                boolean isPatient = method.equals("receive") && !wasOver;
                return before > 0 ? "not null" : isPatient ? "hang" : "null";
        }
    }
}

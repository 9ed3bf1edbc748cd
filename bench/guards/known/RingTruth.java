package known;

import check.Truth;

/** What {@link Ring} answers. */
final class RingTruth extends Truth {
    private int ahead;

    @Override
    public String call(String method, Object[] arguments) {
        ahead += method.equals("write") ? 1 : -1;
        return ahead >= 0 && ahead <= 64 ? "ok" : "IllegalStateException";
    }
}

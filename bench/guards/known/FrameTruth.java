package known;

import check.Truth;

/** What {@link Frame} answers. */
final class FrameTruth extends Truth {
    private double wide = 1;
    private double high = 2;

    @Override
    public String call(String method, Object[] arguments) {
        wide += method.equals("wider") ? 1 : 0;
        high += method.equals("higher") ? 1 : 0;
        return !method.equals("hang") || wide * 1.5 - high <= 0 ? "ok" : "IllegalStateException";
    }
}

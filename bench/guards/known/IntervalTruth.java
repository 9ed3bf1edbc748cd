package known;

import check.Truth;

/** What {@link Interval} answers. */
final class IntervalTruth extends Truth {
    private long from;
    private long to;

    @Override
    public String made(String maker, Object[] arguments) {
        from = (int) arguments[0];
        to = (int) arguments[1];
        return to - from >= 0 ? "ok" : "IllegalArgumentException";
    }

    @Override
    public String call(String method, Object[] arguments) {
        return (int) arguments[0] - from >= 0 && to - (int) arguments[0] >= 0 ? "ok" : "IndexOutOfBoundsException";
    }
}

package known;

import check.Truth;

/** What {@link Pool} answers. */
final class PoolTruth extends Truth {
    private int free;
    private int out;

    @Override
    public String made(String maker, Object[] arguments) {
        free = arguments.length == 0 ? 2 : (int) arguments[0];
        return free > 0 ? "ok" : "IllegalArgumentException";
    }

    @Override
    public String call(String method, Object[] arguments) {
        boolean isBorrow = method.equals("borrow");
        boolean works = isBorrow ? free > 0 : out > 0;
        free -= works ? isBorrow ? 1 : -1 : 0;
        out += works ? isBorrow ? 1 : -1 : 0;
        return works ? "ok" : "IllegalStateException";
    }
}

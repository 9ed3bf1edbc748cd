package known;

import check.Truth;

/** What {@link Magnitude} answers. */
final class MagnitudeTruth extends Truth {
    @Override
    public String call(String method, Object[] arguments) {
        return Math.abs((long) (int) arguments[0]) <= Integer.MAX_VALUE ? "ok" : "ArithmeticException";
    }
}

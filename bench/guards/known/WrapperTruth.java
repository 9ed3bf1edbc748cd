package known;

import check.Truth;

/** What {@link Wrapper} answers. */
final class WrapperTruth extends Truth {
    private int in;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("drain")) {
            boolean had = in > 0;
            in = 0;
            return had ? "ok" : "IllegalStateException";
        }
        boolean isDefault = arguments.length == 2 && (int) arguments[1] % 2 != 0;
        int more = isDefault ? 1 : (int) arguments[0];
        in = more;
        return more >= 0 && more <= 10 ? "ok" : "IllegalArgumentException";
    }
}

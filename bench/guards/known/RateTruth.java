package known;

import check.Truth;

/** What {@link Rate} answers. */
final class RateTruth extends Truth {
    private boolean has;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("apply")) {
            return has ? "ok" : "IllegalStateException";
        }
        double rate = (double) arguments[0];
        has = !Double.isNaN(rate) && Math.max(0.3, Math.min(1.0, rate)) == rate;
        return has ? "ok" : "IllegalArgumentException";
    }

    @Override
    public Object[] values() {
        return new Object[] {0.3, 1.0};
    }
}

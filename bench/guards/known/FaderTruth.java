package known;

import check.Truth;
import java.math.BigDecimal;

/** What {@link Fader} answers, with exact decimals. */
final class FaderTruth extends Truth {
    private BigDecimal top = new BigDecimal(0.8);
    private BigDecimal now = new BigDecimal(0.5);

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("isLoud")) {
            return String.valueOf(now.compareTo(new BigDecimal("0.5")) > 0);
        } else if (method.equals("isClipped")) {
            return String.valueOf(now.compareTo(top) == 0);
        }
        Double given = (Double) arguments[0];
        boolean isLimit = method.equals("limit");
        if (given.isNaN() || given < 0) {
            return "IllegalArgumentException";
        } else if (given.isInfinite()) {
            return isLimit ? "IllegalArgumentException" : "IllegalStateException";
        }
        BigDecimal exact = new BigDecimal(given);
        if (!isLimit) {
            now = exact.compareTo(top) > 0 ? now : exact;
            return exact.compareTo(top) > 0 ? "IllegalStateException" : "ok";
        } else if (exact.compareTo(new BigDecimal(0.001)) < 0 || exact.compareTo(BigDecimal.ONE) > 0) {
            return "IllegalArgumentException";
        }
        top = exact;
        now = now.min(exact);
        return "ok";
    }

    @Override
    public Object[] values() {
        return new Object[] {1e-3, 0.0009, 0.5, 0.8, 0.81, 1.0, 0.25};
    }
}

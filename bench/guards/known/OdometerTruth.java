package known;

import check.Truth;
import java.math.BigInteger;

/** What {@link Odometer} answers. */
final class OdometerTruth extends Truth {
    private BigInteger sum = BigInteger.ZERO;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("serve")) {
            return sum.compareTo(BigInteger.TEN.pow(12)) >= 0 ? "ok" : "IllegalStateException";
        }
        sum = sum.add(BigInteger.valueOf((long) arguments[0]));
        return sum.bitLength() < 64 ? "ok" : "ArithmeticException";
    }

    @Override
    public Object[] values() {
        return new Object[] {1_000_000_000_000L};
    }
}

package known;

import check.Truth;
import java.math.BigInteger;

/** What {@link ClipEditor} answers, with numbers that do not end. */
final class ClipEditorTruth extends Truth {
    private BigInteger seconds = BigInteger.ZERO;

    @Override
    public String call(String method, Object[] arguments) {
        BigInteger first = BigInteger.valueOf((int) arguments[0]);
        BigInteger second = arguments.length > 1 ? BigInteger.valueOf((int) arguments[1]) : BigInteger.ZERO;
        switch (method) {
            case "record":
                BigInteger longer = seconds.add(first);
                boolean fits = first.signum() > 0 && longer.compareTo(BigInteger.valueOf(3600)) <= 0;
                seconds = fits ? longer : seconds;
                return fits ? "ok" : "IllegalArgumentException";
            case "cut":
                BigInteger gone = second.subtract(first);
                if (first.signum() < 0 || gone.signum() <= 0 || seconds.subtract(second).signum() < 0) {
                    return "IndexOutOfBoundsException";
                }
                BigInteger rest = seconds.subtract(gone);
                if (rest.compareTo(BigInteger.valueOf(4)) <= 0) {
                    return "IllegalStateException";
                }
                seconds = rest;
                return "ok";
            default:
                if (first.min(second).signum() < 0) {
                    return "IllegalArgumentException";
                }
                return String.valueOf(first.add(first).add(second).compareTo(seconds) <= 0);
        }
    }
}

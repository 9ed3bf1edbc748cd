package known;

import check.Truth;

/** What {@link AxisSegment} answers: a place and a length, in longs. */
final class AxisSegmentTruth extends Truth {
    private long from;
    private long length;

    @Override
    public String call(String method, Object[] arguments) {
        switch (method) {
            case "place":
                long first = (int) arguments[0];
                long size = (int) arguments[1] - first;
                if (size < 0 || size > Integer.MAX_VALUE) {
                    return size < 0 ? "IllegalArgumentException" : "ArithmeticException";
                }
                from = first;
                length = size;
                return "ok";
            case "contains":
                long distance = (int) arguments[0] - from;
                return String.valueOf(distance >= 0 && distance <= length);
            case "mirror":
                return moved(-from - length);
            default:
                return moved(from + (int) arguments[0]);
        }
    }

    private String moved(long next) {
        if (next < -2147483648L || next + length > 2147483647L) {
            return "ArithmeticException";
        }
        from = next;
        return "ok";
    }
}

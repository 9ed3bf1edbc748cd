package known;

import check.Truth;

/** What {@link ByteAccumulator} answers. */
final class ByteAccumulatorTruth extends Truth {
    private int held;

    @Override
    public String call(String method, Object[] arguments) {
        switch (method) {
            case "isZero":
                return String.valueOf(held == 0);
            case "negate":
                return becomes(-held);
            case "add":
                return becomes(held + (byte) arguments[0]);
            case "seek":
                return (long) arguments[0] >>> 32 == 0 ? "ok" : "IndexOutOfBoundsException";
            default:
                break;
        }
        int given = (int) arguments[0];
        if (given <= -1 || given >= 256) {
            return "IllegalArgumentException";
        }
        held = given > 127 ? given - 256 : given;
        return "ok";
    }

    private String becomes(int next) {
        if (next < -128 || next > 127) {
            return "ArithmeticException";
        }
        held = next;
        return "ok";
    }

    @Override
    public Object[] values() {
        return new Object[] {128, 255, 256, 4294967295L, 4294967296L};
    }
}

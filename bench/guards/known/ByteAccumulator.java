package known;

/** Numbers: a byte that must not overflow, and an address of 32 bits in a long. */
public class ByteAccumulator {
    private byte accumulator;
    private long address;

    public void load(int unsigned) {
        if (unsigned < 0 || unsigned > 255) {
            throw new IllegalArgumentException("0 to 255");
        }
        accumulator = (byte) unsigned;
    }

    public void add(byte more) {
        int sum = accumulator + more;
        if (sum != (byte) sum) {
            throw new ArithmeticException("byte overflow");
        }
        accumulator = (byte) sum;
    }

    public void negate() {
        if (accumulator == Byte.MIN_VALUE) {
            throw new ArithmeticException("byte overflow");
        }
        accumulator = (byte) -accumulator;
    }

    public void seek(long next) {
        if (next < 0 || next > 0xFFFF_FFFFL) {
            throw new IndexOutOfBoundsException("32 bits");
        }
        address = next;
    }

    public boolean isZero() {
        return accumulator == 0;
    }
}

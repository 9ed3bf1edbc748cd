package known;

/** Makers: a constructor that compares its arguments, which limit later calls. */
public final class Interval {
    private final int low;
    private final int high;
    private int value;

    public Interval(int low, int high) {
        if (low > high) {
            throw new IllegalArgumentException("upside down");
        }
        this.low = low;
        this.high = high;
    }

    public void set(int next) {
        if (next < low || next > high) {
            throw new IndexOutOfBoundsException("outside");
        }
        value = next;
    }
}

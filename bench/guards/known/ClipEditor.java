package known;

/** Several features: a cut from a start to an end, which leaves at least five seconds; fades that do not meet. */
public class ClipEditor {
    private static final int SHORTEST = 5;
    private static final int LONGEST = 3600;

    private int size;

    public void record(int seconds) {
        if (seconds < 1 || seconds > LONGEST - size) {
            throw new IllegalArgumentException("1 to an hour in total");
        }
        size += seconds;
    }

    public void cut(int start, int end) {
        if (start < 0 || start >= end || end > size) {
            throw new IndexOutOfBoundsException("0 <= start < end <= size");
        }
        if (size - (end - start) < SHORTEST) {
            throw new IllegalStateException("too little would be left");
        }
        size -= end - start;
    }

    /** Fading in is followed by a pause that is as long. */
    public boolean canFade(int in, int out) {
        if (in < 0 || out < 0) {
            throw new IllegalArgumentException("below nothing");
        }
        return 2L * in + out <= size;
    }
}

package known;

/** Several features: a part of what was written, from a place on and so long. */
public final class Tape {
    private int length;

    public void write(int more) {
        if (more < 0 || more > 100) {
            throw new IllegalArgumentException("0 to 100");
        }
        length += more;
    }

    public void read(int from, int count) {
        if (from < 0 || count < 0 || (long) from + count > length) {
            throw new IndexOutOfBoundsException("outside");
        }
    }
}

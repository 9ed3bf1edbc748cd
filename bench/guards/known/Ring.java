package known;

/** Capacity: writing is at most sixty-four ahead of reading. */
public final class Ring {
    private int written;
    private int read;

    public void write() {
        if (written - read >= 64) {
            throw new IllegalStateException("full");
        }
        written++;
    }

    public void read() {
        if (read >= written) {
            throw new IllegalStateException("empty");
        }
        read++;
    }
}

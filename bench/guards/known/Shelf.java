package known;

/** Capacity: sixty-four fit. */
public final class Shelf {
    private int count;

    public void add() {
        if (count == 64) {
            throw new IllegalStateException("full");
        }
        count++;
    }

    public void remove() {
        if (count == 0) {
            throw new IllegalStateException("empty");
        }
        count--;
    }
}

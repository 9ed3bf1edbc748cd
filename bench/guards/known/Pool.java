package known;

/** Makers: the constructor says how many can be borrowed. */
public final class Pool {
    private final int most;
    private int used;

    public Pool(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("one at least");
        }
        this.most = most;
    }

    public Pool() {
        this(2);
    }

    public void borrow() {
        if (used >= most) {
            throw new IllegalStateException("none is left");
        }
        used++;
    }

    public void giveBack() {
        if (used == 0) {
            throw new IllegalStateException("none was borrowed");
        }
        used--;
    }
}

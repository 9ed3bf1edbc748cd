package known;

/** Hidden: a flag in an array, and a range that depends on a field. */
public final class Panel {
    private final boolean[] flags = new boolean[2];
    private int most = 5;

    public void arm() {
        flags[1] = true;
    }

    public void disarm() {
        flags[1] = false;
    }

    public void widen() {
        most = 9;
    }

    public void fire(int level) {
        if (!flags[1] || level < 1 || level > most) {
            throw new IllegalStateException("not now");
        }
    }
}

/** Can be made in several ways. One of its factories hands out the same object each time, so it makes none. */
public class Meter {
    private static final Meter SHARED = new Meter();

    private final int most;
    private int used;

    public Meter() {
        this(2);
    }

    public Meter(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("nothing to use");
        }
        this.most = most;
    }

    public static Meter shared() {
        return SHARED;
    }

    public static Meter half(int most) {
        return new Meter(most / 2);
    }

    public void use() {
        if (used >= most) {
            throw new IllegalStateException("used up");
        }
        used++;
    }
}

package known;

/** Decimals: a level from nothing to the ceiling, which is 0.001 to 1 itself. */
public final class Fader {
    private static final double FAINTEST = 1e-3;

    private double ceiling = 0.8;
    private double level = 0.5;

    public void limit(double next) {
        if (!(next >= FAINTEST && next <= 1.0)) {
            throw new IllegalArgumentException("0.001 to 1");
        }
        ceiling = next;
        if (level > ceiling) {
            level = ceiling;
        }
    }

    public void move(double to) {
        if (!(to >= 0.0)) {
            throw new IllegalArgumentException("not below silence");
        }
        if (to > ceiling) {
            throw new IllegalStateException("above the ceiling");
        }
        level = to;
    }

    public boolean isLoud() {
        return level > 0.5;
    }

    /** Whether it stands at the ceiling. */
    public boolean isClipped() {
        return level >= ceiling;
    }
}

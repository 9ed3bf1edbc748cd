package known;

/** Decimals: from 0.3 to 1. */
public final class Rate {
    private double rate;

    public void set(double next) {
        if (next >= 0.3 && next <= 1.0) {
            rate = next;
        } else {
            throw new IllegalArgumentException("from 0.3 to 1");
        }
    }

    public void apply() {
        if (rate == 0) {
            throw new IllegalStateException("no rate");
        }
    }
}

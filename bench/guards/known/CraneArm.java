package known;

/** Several features: twice the load and the reach together must not outweigh the ballast. */
public final class CraneArm {
    private static final int OWN_WEIGHT = 50;

    private int ballast;
    private int load;

    public void setBallast(int kilos) {
        if (load > 0) {
            throw new IllegalStateException("under load");
        }
        if (kilos < 0 || kilos > 1000) {
            throw new IllegalArgumentException("0 to 1000");
        }
        ballast = kilos;
    }

    public void lift(int kilos, int reach) {
        if (kilos < 1 || reach < 1) {
            throw new IllegalArgumentException("nothing to lift");
        }
        if (load > 0 || 2L * kilos + reach > ballast + OWN_WEIGHT) {
            throw new IllegalStateException("would tip over");
        }
        load = kilos;
    }

    /** More on the hook at three times the strain. */
    public boolean fits(int more) {
        return more >= 0 && load + 3L * more <= ballast;
    }

    public void lower() {
        if (load == 0) {
            throw new IllegalStateException("nothing on the hook");
        }
        load = 0;
    }
}

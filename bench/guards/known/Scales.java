package known;

/** Depth: what lies on the two pans, each four objects away, is compared. */
public final class Scales {
    private static final int MOST_AT_ONCE = 200;
    private static final int MOST = 300;

    /** What the scales say. */
    public enum Side { LEFT, RIGHT, NEITHER }

    static final class Beam {
        final Arm left = new Arm();
        final Arm right = new Arm();
    }

    static final class Arm {
        final Pan pan = new Pan();
    }

    static final class Pan {
        Load load = new Load();
    }

    static final class Load {
        int grams;
    }

    private final Beam beam = new Beam();

    public void addLeft(int grams) {
        add(beam.left, grams);
    }

    public void addRight(int grams) {
        add(beam.right, grams);
    }

    private static void add(Arm arm, int grams) {
        if (grams < 1 || grams > MOST_AT_ONCE) {
            throw new IllegalArgumentException(grams + " grams");
        }
        if (arm.pan.load.grams + grams > MOST) {
            throw new IllegalStateException("too heavy");
        }
        arm.pan.load.grams += grams;
    }

    public Side heavier() {
        int difference = beam.left.pan.load.grams - beam.right.pan.load.grams;
        return difference == 0 ? Side.NEITHER : difference > 0 ? Side.LEFT : Side.RIGHT;
    }

    public void clearLeft() {
        if (beam.left.pan.load.grams == 0) {
            throw new IllegalStateException("nothing there");
        }
        beam.left.pan.load = new Load();
    }
}

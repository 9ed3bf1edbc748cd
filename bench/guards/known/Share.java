package known;

/** Objects: an argument whose constructor throws for most numbers; all of them may be 100 together. */
public final class Share {
    /** From 0 to 100. */
    public static final class Percent {
        private final int value;

        public Percent(int value) {
            if (value < 0 || value > 100) {
                throw new IllegalArgumentException("0 to 100");
            }
            this.value = value;
        }

        public int value() {
            return value;
        }
    }

    private int given;

    public void give(Percent part) {
        if (given + part.value > 100) {
            throw new IllegalStateException("more than all");
        }
        given += part.value;
    }
}

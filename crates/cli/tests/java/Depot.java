/** What it takes has parts that may be missing, and parts of parts. */
public class Depot {
    public static class Lid {
        private final String colour;

        public Lid(String colour) {
            this.colour = colour;
        }
    }

    public static class Crate {
        private final Lid lid;
        private final int height;

        public Crate(int height, Lid lid) {
            this.height = height;
            this.lid = lid;
        }
    }

    public static class Label {
        private String text = "";

        public void setText(String text) {
            this.text = text;
        }
    }

    private int kept;

    /** Fails without a colour. */
    public void store(Crate crate) {
        if (crate.height > 12) {
            throw new IllegalArgumentException("too high");
        }
        kept += crate.lid.colour.length();
    }

    /** Fails without a text. */
    public void mark(Label label) {
        kept += label.text.length();
    }
}

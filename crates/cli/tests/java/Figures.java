/** What is needed of an argument depends on its class. */
public class Figures {
    /** One of two. */
    public abstract static class Figure {}

    /** Its radius matters. */
    public static final class Circle extends Figure {
        private final int radius;

        public Circle(int radius) {
            this.radius = radius;
        }
    }

    /** Its sides matter. */
    public static final class Box extends Figure {
        private final int width;
        private final int height;

        public Box(int width, int height) {
            this.width = width;
            this.height = height;
        }
    }

    private int figures;

    public void add(Figure figure) {
        boolean isRound = figure instanceof Circle && ((Circle) figure).radius > 0;
        boolean isSquare = figure instanceof Box && ((Box) figure).width == ((Box) figure).height;
        if (!isRound && !isSquare) {
            throw new IllegalArgumentException("neither");
        }
        figures = 1;
    }

    public void roll(Figure figure) {
        if (!(figure instanceof Circle)) {
            throw new IllegalStateException("it does not roll");
        }
    }
}

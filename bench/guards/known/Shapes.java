package known;

/** Objects: a sealed interface, whose classes have different fields. */
public final class Shapes {
    /** One of two. */
    public sealed interface Shape permits Circle, Box {}

    /** Its radius matters. */
    public record Circle(int radius) implements Shape {}

    /** Its sides matter. */
    public record Box(int width, int height) implements Shape {}

    private int added;

    public void add(Shape shape) {
        if (shape instanceof Circle && ((Circle) shape).radius() <= 0) {
            throw new IllegalArgumentException("no radius");
        }
        if (shape instanceof Box && ((Box) shape).width() != ((Box) shape).height()) {
            throw new IllegalArgumentException("no square");
        }
        added += shape.hashCode() == 0 ? 0 : 1;
    }
}

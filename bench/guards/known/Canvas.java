package known;

/** Objects: records, the second of which holds two of the first. */
public final class Canvas {
    /** A place. */
    public record Point(int x, int y) {}

    /** From one place to another. */
    public record Line(Point from, Point to) {}

    private int drawn;

    public void dot(Point point) {
        if (point.x() < 0 || point.y() < 0) {
            throw new IndexOutOfBoundsException("outside");
        }
        drawn++;
    }

    public void draw(Line line) {
        if (line.from().x() > line.to().x()) {
            throw new IllegalArgumentException("from left to right");
        }
        drawn++;
    }
}

package known;

import check.Truth;

/** What {@link Canvas} answers. */
final class CanvasTruth extends Truth {
    @Override
    public String call(String method, Object[] arguments) {
        if (arguments[0] == null) {
            return "NullPointerException";
        } else if (method.equals("dot")) {
            Canvas.Point point = (Canvas.Point) arguments[0];
            return Math.min(point.x(), point.y()) >= 0 ? "ok" : "IndexOutOfBoundsException";
        }
        Canvas.Line line = (Canvas.Line) arguments[0];
        if (line.from() == null || line.to() == null) {
            return "NullPointerException";
        }
        return line.to().x() >= line.from().x() ? "ok" : "IllegalArgumentException";
    }
}

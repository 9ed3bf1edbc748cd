package known;

import java.util.Objects;

/** Objects: a plane fits by its span, and a jet needs the hose. */
public final class Hangar {
    /** Which engine it has. */
    public enum Kind {
        GLIDER,
        PROPELLER,
        JET
    }

    /** What is parked. */
    public record Plane(String tail, int span, Kind kind) {}

    private int width = 20;
    private boolean hasHose;
    private Plane parked;

    public void widen(int metres) {
        if (metres < 1 || metres > 60) {
            throw new IllegalArgumentException("1 to 60 metres");
        }
        width = metres;
    }

    public void connectHose() {
        hasHose = true;
    }

    /** False if there is a plane inside. */
    public boolean park(Plane plane) {
        Objects.requireNonNull(plane.tail(), "tail");
        if (plane.span() > width) {
            throw new IllegalArgumentException("too wide");
        }
        if (plane.kind() == Kind.JET && !hasHose) {
            throw new IllegalStateException("no hose");
        }
        if (parked != null) {
            return false;
        }
        parked = plane;
        return true;
    }

    public Plane leave() {
        Plane plane = parked;
        parked = null;
        return plane;
    }
}

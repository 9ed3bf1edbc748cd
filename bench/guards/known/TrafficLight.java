package known;

/** Outcomes: `colour` answers a member of an enum, by how often it was switched. */
public final class TrafficLight {
    /** What it shows. */
    public enum Colour { RED, GREEN, DARK }

    private int switches;
    private boolean isBroken;

    public void next() {
        switches++;
    }

    public void fail() {
        isBroken = true;
    }

    public Colour colour() {
        if (isBroken) {
            return Colour.DARK;
        }
        return switches < 2 ? Colour.RED : Colour.GREEN;
    }
}

package known;

/** Decimals: a float above absolute zero, and a border that the object moves. */
public final class Thermometer {
    private float lowest = 20.5f;

    public void record(float degrees) {
        if (degrees > -273.15f) {
            lowest = Math.min(lowest, degrees);
            return;
        }
        throw new IllegalArgumentException("too cold");
    }

    public void alarm() {
        if (lowest > -1.5f) {
            throw new IllegalStateException("no frost");
        }
    }
}

package known;

/** Decimals: heats until a target is met that is 20.5 to 36.6, and trips above 45. */
public class Incubator {
    /** What the heater does after a measurement. */
    public enum Heater {
        ON,
        OFF,
        TRIPPED
    }

    private double target = 36.6;
    private boolean isRunning;

    public void aim(double celsius) {
        if (isRunning) {
            throw new IllegalStateException("running");
        }
        if (celsius >= 20.5 && celsius <= 36.6) {
            target = celsius;
        } else {
            throw new IllegalArgumentException("20.5 to 36.6");
        }
    }

    public void start() {
        if (isRunning) {
            throw new IllegalStateException("running");
        }
        isRunning = true;
    }

    public Heater sense(double measured) {
        if (!isRunning) {
            throw new IllegalStateException("not running");
        }
        if (measured > 45.0) {
            isRunning = false;
            return Heater.TRIPPED;
        }
        return measured < target ? Heater.ON : Heater.OFF;
    }
}

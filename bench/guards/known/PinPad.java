package known;

/** Lengths: four characters or more. */
public final class PinPad {
    private String pin;

    public void setPin(String next) {
        if (next.length() < 4) {
            throw new IllegalArgumentException("too short");
        }
        pin = next;
    }

    public void unlock() {
        if (pin == null) {
            throw new IllegalStateException("no pin");
        }
    }
}

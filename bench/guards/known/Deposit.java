package known;

/** Decimals: more than nothing. */
public final class Deposit {
    private int deposits;

    public void deposit(double amount) {
        if (!(amount > 0)) {
            throw new IllegalArgumentException("more than nothing");
        }
        deposits++;
    }

    public void undo() {
        if (deposits == 0) {
            throw new IllegalStateException("nothing to undo");
        }
        deposits--;
    }
}

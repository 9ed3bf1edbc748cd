/** Others of its kind may be closed already, and have so much in them. */
public class Ledger {
    private int sum;
    private boolean isClosed;

    public static Ledger copyOf(Ledger other) {
        if (other.isClosed) {
            throw new IllegalStateException("closed");
        }
        Ledger copy = new Ledger();
        copy.sum = other.sum;
        return copy;
    }

    public void add(int amount) {
        if (amount < 1 || isClosed) {
            throw new IllegalArgumentException("nothing");
        }
        sum += amount;
    }

    public void close() {
        isClosed = true;
    }

    public void take(Ledger other) {
        if (other.isClosed) {
            throw new IllegalStateException("closed");
        }
    }

    public void compare(Ledger other) {
        if (other.sum < 1) {
            throw new IllegalStateException("empty");
        }
    }
}

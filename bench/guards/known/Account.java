package known;

/** Objects of others: money goes to another account of the same class, which must not be closed nor be this one. */
public final class Account {
    private int balance = 10;
    private boolean isClosed;

    public void close() {
        isClosed = true;
    }

    public void transfer(Account other, int amount) {
        if (other == this || other.isClosed || isClosed) {
            throw new IllegalArgumentException("not this account");
        }
        if (amount < 1 || amount > balance) {
            throw new IllegalStateException("not this amount");
        }
        balance -= amount;
        other.balance = 10;
    }
}

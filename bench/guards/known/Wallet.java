package known;

/** Decimals: what is taken out is more than nothing and at most the balance. */
public final class Wallet {
    private double balance;

    public void put(double amount) {
        if (amount > 0 && amount < 1_000_000) {
            balance += amount;
            return;
        }
        throw new IllegalArgumentException("out of range");
    }

    public void take(double amount) {
        if (!(amount > 0)) {
            throw new IllegalArgumentException("out of range");
        }
        if (amount > balance) {
            throw new IllegalStateException("not enough");
        }
        balance -= amount;
    }
}

package known;

/** Several features: interest is paid if twice the balance is above the limit. */
public final class Savings {
    private int balance;
    private int limit = 1;

    public void deposit(int amount) {
        if (amount < 0 || amount > 1000) {
            throw new IllegalArgumentException("0 to 1000");
        }
        balance = Math.min(5000, balance + amount);
    }

    public void setLimit(int next) {
        if (next < 0 || next > 1000) {
            throw new IllegalArgumentException("0 to 1000");
        }
        limit = next;
    }

    public void interest() {
        if (2 * balance <= limit) {
            throw new IllegalStateException("too little");
        }
    }
}

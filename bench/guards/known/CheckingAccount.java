package known;

/** Mixture: a balance that may go below nothing so far as the overdraft reaches, unless the account is frozen. */
public final class CheckingAccount {
    /** More was asked for than there is. */
    public static final class InsufficientFundsException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static final int HIGHEST_OVERDRAFT = 1000;

    private long balance;
    private int overdraft;
    private boolean isFrozen;

    public CheckingAccount(int overdraft) {
        requireOverdraft(overdraft);
        this.overdraft = overdraft;
    }

    public void deposit(int amount) {
        requirePositive(amount);
        balance += amount;
    }

    public void withdraw(int amount) {
        requirePositive(amount);
        if (isFrozen) {
            throw new IllegalStateException("frozen");
        }
        if (amount > balance + overdraft) {
            throw new InsufficientFundsException();
        }
        balance -= amount;
    }

    public void setOverdraft(int next) {
        requireOverdraft(next);
        if (balance + next < 0) {
            throw new IllegalStateException("more is owed");
        }
        overdraft = next;
    }

    public boolean setFrozen(boolean isFrozen) {
        boolean changes = this.isFrozen != isFrozen;
        this.isFrozen = isFrozen;
        return changes;
    }

    private static void requirePositive(int amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount " + amount);
        }
    }

    private static void requireOverdraft(int overdraft) {
        if (overdraft < 0 || overdraft > HIGHEST_OVERDRAFT) {
            throw new IllegalArgumentException("overdraft " + overdraft);
        }
    }
}

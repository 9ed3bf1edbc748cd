package known;

/** Several features: two fields and an argument, in two conditions. */
public final class Budget {
    private int spent;
    private int income = 3;
    private int credit;

    public void earn() {
        income += 2;
    }

    public void borrow() {
        credit++;
    }

    public void spend(int amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("more than nothing");
        }
        if ((long) spent + amount > income + credit) {
            throw new IllegalStateException("too much");
        }
        spent += amount;
    }

    public void settle() {
        if (spent + credit > income) {
            throw new IllegalStateException("in debt");
        }
    }
}

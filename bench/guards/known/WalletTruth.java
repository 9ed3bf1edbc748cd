package known;

import check.Truth;

/** What {@link Wallet} answers. */
final class WalletTruth extends Truth {
    private double sum;

    @Override
    public String call(String method, Object[] arguments) {
        double amount = (double) arguments[0];
        if (Double.isNaN(amount) || amount <= 0 || method.equals("put") && amount >= 1e6) {
            return "IllegalArgumentException";
        } else if (method.equals("put")) {
            sum = sum + amount;
            return "ok";
        }
        boolean isEnough = sum >= amount;
        sum = isEnough ? sum - amount : sum;
        return isEnough ? "ok" : "IllegalStateException";
    }

    @Override
    public Object[] values() {
        return new Object[] {10.5, 1e6};
    }
}

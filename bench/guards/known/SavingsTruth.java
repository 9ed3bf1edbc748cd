package known;

import check.Truth;

/** What {@link Savings} answers. */
final class SavingsTruth extends Truth {
    private double saved;
    private double needed = 0.5;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("interest")) {
            return saved > needed ? "ok" : "IllegalStateException";
        }
        int number = (int) arguments[0];
        if (number < 0 || number > 1000) {
            return "IllegalArgumentException";
        }
        saved = method.equals("deposit") ? Math.min(5000, saved + number) : saved;
        needed = method.equals("setLimit") ? number / 2.0 : needed;
        return "ok";
    }
}

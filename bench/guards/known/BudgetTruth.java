package known;

import check.Truth;

/** What {@link Budget} answers. */
final class BudgetTruth extends Truth {
    private long left = 3;
    private long owed;

    @Override
    public String call(String method, Object[] arguments) {
        left += method.equals("earn") ? 2 : 0;
        owed += method.equals("borrow") ? 1 : 0;
        if (method.equals("settle")) {
            return left >= owed ? "ok" : "IllegalStateException";
        } else if (method.equals("spend")) {
            left -= (int) arguments[0];
            return (int) arguments[0] < 1 ? "IllegalArgumentException" : left + owed >= 0 ? "ok" : "IllegalStateException";
        }
        return "ok";
    }
}

package known;

import check.Truth;

/** What {@link CheckingAccount} answers. */
final class CheckingAccountTruth extends Truth {
    /** What can be withdrawn. */
    private long reach;
    private long credit;
    private boolean cold;

    @Override
    public String made(String maker, Object[] arguments) {
        credit = (int) arguments[0];
        reach = credit;
        return isCredit(credit) ? "ok" : "IllegalArgumentException";
    }

    private static boolean isCredit(long number) {
        return number >= 0 && number < 1001;
    }

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("setFrozen")) {
            boolean was = cold;
            cold = (boolean) arguments[0];
            return String.valueOf(was ^ cold);
        }
        long number = (int) arguments[0];
        if (method.equals("setOverdraft")) {
            if (!isCredit(number)) {
                return "IllegalArgumentException";
            }
            reach += number - credit;
            credit = number;
            return reach < 0 ? "IllegalStateException" : "ok";
        } else if (number < 1) {
            return "IllegalArgumentException";
        } else if (method.equals("deposit")) {
            reach += number;
            return "ok";
        } else if (cold) {
            return "IllegalStateException";
        }
        reach -= number;
        return reach < 0 ? "InsufficientFundsException" : "ok";
    }
}

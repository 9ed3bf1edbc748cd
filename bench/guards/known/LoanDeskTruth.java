package known;

import check.Truth;

/** What {@link LoanDesk} answers: the one who has it, and the two behind, 0 where there is none. */
final class LoanDeskTruth extends Truth {
    private int has;
    private int second;
    private int third;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("nextInLine")) {
            return second == 0 ? "null" : "not null";
        }
        int who = (int) arguments[0];
        return method.equals("request") ? request(who) : giveBack(who);
    }

    private String request(int who) {
        if (who < 1) {
            return "IllegalArgumentException";
        } else if (has < 1) {
            has = who;
            return "LENT";
        } else if (has == who) {
            return "REFUSED";
        } else if (third > 0) {
            return "IllegalStateException";
        } else if (second > 0) {
            third = who;
        } else {
            second = who;
        }
        return "QUEUED";
    }

    private String giveBack(int who) {
        if (has < 1) {
            return "IllegalStateException";
        } else if (has != who) {
            return "false";
        }
        has = second;
        second = third;
        third = 0;
        return "true";
    }
}

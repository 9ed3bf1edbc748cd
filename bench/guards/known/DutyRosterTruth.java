package known;

import check.Truth;

/** What {@link DutyRoster} answers: the day as 24 places, none of which is taken after cancelling. */
final class DutyRosterTruth extends Truth {
    private final boolean[] day = new boolean[24];
    private boolean over;

    @Override
    public String made(String maker, Object[] arguments) {
        if (maker.equals("at")) {
            return take((int) arguments[0], (int) arguments[0]);
        } else if (arguments[0] instanceof Integer) {
            return take((int) arguments[0], (int) arguments[1]);
        }
        int hours = (int) arguments[1];
        if (hours <= 0) {
            return "IllegalArgumentException";
        } else if (arguments[0] == null) {
            return "NullPointerException";
        }
        long next = (int) field(arguments[0], "last") + 1L;
        return next + hours > 24 ? "IllegalArgumentException" : take((int) next, (int) next + hours - 1);
    }

    private String take(int from, int to) {
        if (from <= -1 || to >= 24) {
            return "IndexOutOfBoundsException";
        } else if (to < from) {
            return "IllegalArgumentException";
        }
        for (int hour = from; hour <= to; hour++) {
            day[hour] = true;
        }
        return "ok";
    }

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("isOnDuty")) {
            int hour = (int) arguments[0];
            return hour <= -1 || hour >= 24 ? "IndexOutOfBoundsException" : String.valueOf(!over && day[hour]);
        } else if (over) {
            return "IllegalStateException";
        } else if (method.equals("cancel")) {
            over = true;
            return "ok";
        }
        int free = 0;
        while (!day[23 - free]) {
            free++;
        }
        int hours = (int) arguments[0];
        if (hours <= 0 || hours > free) {
            return "IllegalArgumentException";
        }
        boolean[] was = day.clone();
        for (int hour = 0; hour < 24; hour++) {
            day[hour] = hour >= hours && was[hour - hours];
        }
        return "ok";
    }
}

package known;

/** Makers: a constructor with a first and a last hour, one that follows another roster, and a factory for one hour. */
public class DutyRoster {
    private static final int LAST_HOUR = 23;

    private int first;
    private int last;
    private boolean isCancelled;

    public DutyRoster(int first, int last) {
        if (first < 0 || last > LAST_HOUR) {
            throw new IndexOutOfBoundsException("0 to 23");
        }
        if (first > last) {
            throw new IllegalArgumentException("ends before it begins");
        }
        this.first = first;
        this.last = last;
    }

    /** Begins where the other ends. */
    public DutyRoster(DutyRoster before, int hours) {
        if (hours < 1 || hours > LAST_HOUR - before.last) {
            throw new IllegalArgumentException("not on this day");
        }
        first = before.last + 1;
        last = before.last + hours;
    }

    public static DutyRoster at(int hour) {
        return new DutyRoster(hour, hour);
    }

    public boolean isOnDuty(int hour) {
        if (hour < 0 || hour > LAST_HOUR) {
            throw new IndexOutOfBoundsException("0 to 23");
        }
        return !isCancelled && hour >= first && hour <= last;
    }

    public void postpone(int hours) {
        if (isCancelled) {
            throw new IllegalStateException("cancelled");
        }
        if (hours < 1 || hours > LAST_HOUR - last) {
            throw new IllegalArgumentException("not on this day");
        }
        first += hours;
        last += hours;
    }

    public void cancel() {
        if (isCancelled) {
            throw new IllegalStateException("cancelled");
        }
        isCancelled = true;
    }
}

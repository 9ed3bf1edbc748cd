package typestar;

import java.util.concurrent.ScheduledExecutorService;

/**
 * The clock of one component. If it is virtual, time passes in {@code wait} alone, and what is scheduled runs there: so
 * nobody sleeps, and silence is exact. If it is real, what is scheduled never runs while a callin does.
 */
public interface Clock {
    /** The time since the component was created, in milliseconds. */
    long now();

    /** Schedules a call. What is due at the same time is called in the order of scheduling. */
    Scheduled callLater(long milliseconds, Runnable call);

    /** An executor whose tasks are calls of this clock, for classes that take one. */
    ScheduledExecutorService executor();

    /** A call that is scheduled. */
    interface Scheduled {
        /** It will not be made, unless it was already. */
        void cancel();
    }
}

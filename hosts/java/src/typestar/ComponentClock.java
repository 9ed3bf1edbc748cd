package typestar;

import java.util.PriorityQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/** The virtual clock of one component: time stands still unless somebody lets it pass. In nanoseconds. */
class ComponentClock implements Clock {
    static final long MILLISECOND = 1_000_000;

    private final Consumer<Throwable> note;
    private final PriorityQueue<Call> calls = new PriorityQueue<>();
    private long time;
    private long scheduled;
    private DrainedExecutor executor;

    ComponentClock(Consumer<Throwable> note) {
        this.note = note;
    }

    /** A call that is scheduled, in the order of due times and then of scheduling. */
    static class Call implements Scheduled, Comparable<Call> {
        final long due;
        private final long number;
        private final Runnable action;
        private volatile boolean isCancelled;

        Call(long due, long number, Runnable action) {
            this.due = due;
            this.number = number;
            this.action = action;
        }

        @Override
        public void cancel() {
            isCancelled = true;
        }

        @Override
        public int compareTo(Call other) {
            return due != other.due ? Long.compare(due, other.due) : Long.compare(number, other.number);
        }
    }

    @Override
    public final long now() {
        return nanoseconds() / MILLISECOND;
    }

    /** The exact time. */
    synchronized long nanoseconds() {
        return time;
    }

    @Override
    public final Scheduled callLater(long milliseconds, Runnable call) {
        return callIn(milliseconds > Long.MAX_VALUE / MILLISECOND ? Long.MAX_VALUE : milliseconds * MILLISECOND, call);
    }

    /** Schedules a call after so many nanoseconds. */
    synchronized Scheduled callIn(long nanoseconds, Runnable action) {
        long now = nanoseconds();
        long delay = Math.min(Math.max(nanoseconds, 0), Long.MAX_VALUE - now);
        Call call = new Call(now + delay, scheduled++, action);
        calls.add(call);
        return call;
    }

    @Override
    public final synchronized ScheduledExecutorService executor() {
        if (executor == null) {
            executor = new DrainedExecutor(this);
        }
        return executor;
    }

    /** When the next call is due; null if nothing is scheduled. */
    synchronized Long nextDue() {
        while (!calls.isEmpty() && calls.peek().isCancelled) {
            calls.remove();
        }
        return calls.isEmpty() ? null : calls.peek().due;
    }

    /** Lets time pass until the next call is due, and makes it. */
    void runNext() {
        Call call;
        synchronized (this) {
            call = calls.poll();
            if (call == null) {
                return;
            }
            advance(call.due);
        }
        try {
            if (!call.isCancelled) {
                call.action.run();
            }
        } catch (Throwable thrown) {
            Texts.print(thrown);
            note.accept(thrown);
        }
    }

    /** Makes the calls that are due until then. */
    final void runDue(long until) {
        for (Long due = nextDue(); due != null && due <= until; due = nextDue()) {
            runNext();
        }
    }

    /** Lets time pass, in which nothing happens. */
    synchronized void advance(long until) {
        time = Math.max(time, until);
    }

    /** Nothing is called any more. */
    synchronized void end() {
        calls.clear();
    }
}

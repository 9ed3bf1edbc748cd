package typestar;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** A clock in real time. Its calls are made in a thread, but in order, and never while the component does something. */
final class TimerClock extends ComponentClock {
    private static final ScheduledThreadPoolExecutor TIMER = new ScheduledThreadPoolExecutor(1, Host::daemon);

    static {
        TIMER.setRemoveOnCancelPolicy(true);
    }

    /** Whoever has it may do something. */
    final ReentrantLock turn = new ReentrantLock();

    private final List<Future<?>> timers = new ArrayList<>();
    private final long started = System.nanoTime();
    private boolean isOver;

    TimerClock(Consumer<Throwable> note) {
        super(note);
    }

    @Override
    long nanoseconds() {
        return System.nanoTime() - started;
    }

    @Override
    Scheduled callIn(long nanoseconds, Runnable action) {
        Call call = (Call) super.callIn(nanoseconds, action);
        long delay = call.due - nanoseconds();
        Future<?> timer = TIMER.schedule(() -> run(call.due), delay, TimeUnit.NANOSECONDS);
        synchronized (timers) {
            timers.add(timer);
        }
        return call;
    }

    @Override
    void end() {
        turn.lock();
        try {
            isOver = true;
            super.end();
            synchronized (timers) {
                timers.forEach(timer -> timer.cancel(false));
            }
        } finally {
            turn.unlock();
        }
    }

    private void run(long due) {
        turn.lock();
        try {
            if (!isOver) {
                runDue(due);
            }
        } finally {
            turn.unlock();
        }
    }
}

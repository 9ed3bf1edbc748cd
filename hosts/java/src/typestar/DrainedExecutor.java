package typestar;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * An executor whose tasks are calls of a clock, so they run one after the other, in order, and only when the clock runs
 * them. Nobody can wait for a task inside a callin: that hangs, and is found as a hang.
 */
final class DrainedExecutor extends AbstractExecutorService implements ScheduledExecutorService {
    private final ComponentClock clock;
    private final Set<Entry> waiting = new LinkedHashSet<>();
    private int running;
    private boolean isShutDown;

    DrainedExecutor(ComponentClock clock) {
        this.clock = clock;
    }

    /** A task that waits for its time. */
    private final class Entry implements Runnable {
        final Runnable task;
        Clock.Scheduled call;

        Entry(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            begin(this);
            try {
                task.run();
            } finally {
                finish();
            }
        }

        void cancel() {
            call.cancel();
            begin(this);
            finish();
        }
    }

    /** A task with a result, which may be made again and again. */
    private final class Task<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
        private final long period;
        private final boolean isAtFixedRate;
        private long due;
        private Entry entry;

        Task(Callable<V> task, long delay, long period, boolean isAtFixedRate) {
            super(task);
            this.period = period;
            this.isAtFixedRate = isAtFixedRate;
            due = clock.nanoseconds() + Math.max(delay, 0);
        }

        @Override
        public void run() {
            if (!isPeriodic()) {
                super.run();
            } else if (runAndReset() && !isShutdown()) {
                due = (isAtFixedRate ? due : clock.nanoseconds()) + period;
                entry = enqueue(this, due - clock.nanoseconds());
            }
        }

        @Override
        public boolean isPeriodic() {
            return period > 0;
        }

        @Override
        public boolean cancel(boolean mayInterrupt) {
            boolean isCancelled = super.cancel(mayInterrupt);
            if (isCancelled && entry != null) {
                entry.cancel();
            }
            return isCancelled;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - clock.nanoseconds(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }

        Task<V> scheduled() {
            refuseAfterShutdown(this);
            entry = enqueue(this, due - clock.nanoseconds());
            return this;
        }
    }

    @Override
    public void execute(Runnable task) {
        refuseAfterShutdown(java.util.Objects.requireNonNull(task));
        enqueue(task, 0);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        return new Task<>(callable(task), unit.toNanos(delay), 0, false).scheduled();
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        return new Task<>(task, unit.toNanos(delay), 0, false).scheduled();
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit) {
        return new Task<>(callable(task), unit.toNanos(delay), positive(unit.toNanos(period)), true).scheduled();
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long rest, TimeUnit unit) {
        return new Task<>(callable(task), unit.toNanos(delay), positive(unit.toNanos(rest)), false).scheduled();
    }

    private static Callable<Object> callable(Runnable task) {
        return java.util.concurrent.Executors.callable(task);
    }

    private static long positive(long period) {
        if (period <= 0) {
            throw new IllegalArgumentException();
        }
        return period;
    }

    private synchronized void refuseAfterShutdown(Runnable task) {
        if (isShutDown) {
            throw new RejectedExecutionException("Task " + task + " rejected: the executor is shut down");
        }
    }

    private synchronized Entry enqueue(Runnable task, long delay) {
        Entry entry = new Entry(task);
        waiting.add(entry);
        entry.call = clock.callIn(delay, entry);
        return entry;
    }

    private synchronized void begin(Entry entry) {
        waiting.remove(entry);
        running++;
    }

    private synchronized void finish() {
        running--;
        notifyAll();
    }

    /** What is scheduled once still runs; what repeats does not. */
    @Override
    public void shutdown() {
        List<Entry> entries;
        synchronized (this) {
            isShutDown = true;
            entries = new ArrayList<>(waiting);
        }
        for (Entry entry : entries) {
            if (entry.task instanceof Task && ((Task<?>) entry.task).isPeriodic()) {
                ((Task<?>) entry.task).cancel(false);
            }
        }
    }

    @Override
    public synchronized List<Runnable> shutdownNow() {
        isShutDown = true;
        List<Runnable> left = new ArrayList<>();
        for (Entry entry : new ArrayList<>(waiting)) {
            left.add(entry.task);
            entry.cancel();
        }
        return left;
    }

    @Override
    public synchronized boolean isShutdown() {
        return isShutDown;
    }

    @Override
    public synchronized boolean isTerminated() {
        return isShutDown && waiting.isEmpty() && running == 0;
    }

    /** Tells at once: no task can run while somebody waits in a callin. */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return isTerminated();
    }
}

package typestar;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Says which call does not return. A thread that stays in a call is left behind where nothing but its own object is
 * touched by it; otherwise the process ends, because nothing else can end the call.
 */
final class Watchdog implements Runnable {
    /** How long, in milliseconds, an answer may wait for others to be sent with it, */
    private static final double TICK = 20;
    /** and how long where calls may be left behind soon. */
    private static final double SHORT_TICK = 2;
    /** How long, in milliseconds, a call that was interrupted may take to end by itself. */
    private static final long FAREWELL = 500;
    /** How many threads are left behind. Each keeps a stack and an object. */
    private static final int MOST_LEFT = 512;

    final double callLimit;
    final double resetLimit;
    final Deadlines deadlines;

    private final Channel channel;
    private final Leaver leaver;
    private final double slice;
    private final double tick;
    private Watch watch;
    /** The threads that stay in a call, and nobody waits for. */
    private final Set<Thread> left = new HashSet<>();
    private volatile String place = "";
    private volatile boolean hasBarked;

    /** The watched call was broken off. */
    static final class Barked extends RuntimeException {
        private static final long serialVersionUID = 1;

        Barked() {
            super(null, null, false, false);
        }
    }

    /** Who goes on when the thread of a call is left behind. */
    interface Leaver {
        /** Whether a call can be left behind now. */
        boolean canLeave();

        /** Whether there are threads that can end the wait of another one. */
        boolean hasOthers();

        /** Whether whoever asks is told that a call waits for a time to pass, and looks at that. */
        boolean tellsWaits();

        /** A thread stays in a call, in this way and at this place; somebody else goes on. */
        void leave(Stay stay, String where, boolean isLast);
    }

    /** Something that is to end in time, and how to tell it if it does not. */
    private static final class Watch {
        final Thread thread = Thread.currentThread();
        final double limit;
        final Supplier<String> what;
        /** The method that is called; null if this is no call. */
        final String method;
        /** How much time has passed, by ticks that count as a slice of all the time at most, */
        double passed;
        /** and as a slice of the shortest time. */
        double brief;
        /** How often the thread had waited when it was first seen waiting; -1 before. */
        long waits = -1;
        /** Whether there ever were threads that could end a wait: the last thing that one does may be just that. */
        boolean hadOthers;
        /** How it stayed when it was seen last, how often it had waited then, and since when it stays like that. */
        Stay stay;
        long waited;
        double since;

        Watch(double limit, Supplier<String> what, String method) {
            this.limit = limit;
            this.what = what;
            this.method = method;
        }

        /**
         * How much time of a limit has passed. A moment in which the machine stalls does not count for short ones. Only a
         * wait that began when nobody could end it tells something.
         */
        double time(Stay stay, double allowed) {
            if (allowed >= limit || passed >= limit) {
                return passed;
            }
            return stay == Stay.WAITS ? brief - since : brief;
        }

        /** Takes note of how the thread stays. One that waits anew stays in another way. */
        void note(Stay seen) {
            long waitedNow = Stay.waits(thread);
            if (seen != stay || waitedNow != waited) {
                stay = seen;
                waited = waitedNow;
                since = brief;
            }
        }
    }

    Watchdog(Channel channel, Settings settings, Leaver leaver) {
        this.channel = channel;
        this.leaver = leaver;
        callLimit = Math.max(settings.stepDeadline, 1);
        resetLimit = callLimit + settings.resetDeadline;
        slice = Math.max(callLimit / Pace.SLICES, 1);
        deadlines = new Deadlines(callLimit, leaver != null && leaver.tellsWaits());
        tick = Math.max(Math.min(slice, leaver == null ? TICK : SHORT_TICK), 1);
    }

    /** Whether a call that does not return is an answer, and no end of the process. */
    boolean leaves() {
        return leaver != null;
    }

    /** The plan that is run now, as the fields `id` and `index` of a message. */
    void enter(String plan) {
        place = plan;
    }

    /** From now on and until `relax`, this is to end in so many milliseconds. */
    void watch(double milliseconds, Supplier<String> what) {
        begin(new Watch(milliseconds, what, null));
    }

    /** From now on and until `relax`, a call of this method is to end in its time. */
    void watchCall(String method, Supplier<String> what) {
        begin(new Watch(callLimit, what, leaver == null ? null : method));
    }

    private synchronized void begin(Watch next) {
        watch = next;
    }

    /** It has ended. */
    synchronized void relax() {
        if (hasBarked || isLeft(Thread.currentThread())) {
            throw new Barked();
        }
        if (watch != null && watch.waits >= 0) {
            deadlines.waited(watch.what.get(), watch.passed);
        }
        watch = null;
    }

    /** Whether somebody else goes on in place of this thread. */
    synchronized boolean isLeft(Thread thread) {
        return left.contains(thread);
    }

    @Override
    public void run() {
        long last = System.nanoTime();
        while (!hasBarked) {
            pause((long) tick);
            long now = System.nanoTime();
            Watch current = current();
            if (current != null) {
                look(current, (now - last) / 1e6);
            }
            last = now;
            flush();
        }
    }

    private synchronized Watch current() {
        return watch;
    }

    /** Looks after a call. A moment in which the whole machine stalls counts as one slice. */
    private void look(Watch current, double milliseconds) {
        current.passed += Math.min(milliseconds, slice);
        current.brief += Math.min(milliseconds, Math.min(slice, 2 * SHORT_TICK));
        if (current.method != null && current.brief > 2 * SHORT_TICK && leaver.canLeave()) {
            lookCloser(current);
        } else if (current.passed >= current.limit) {
            bark(current);
        }
    }

    private void lookCloser(Watch current) {
        if (current.waits < 0) {
            boolean isTimed = current.thread.getState() == Thread.State.TIMED_WAITING;
            current.waits = isTimed ? Stay.waits(current.thread) : -1;
        }
        current.hadOthers |= leaver.hasOthers();
        Stay stay = Stay.of(current.thread, current.waits, current.hadOthers);
        current.note(stay);
        String word = stay == Stay.WAITS_FOR_A_TIME ? word(current) : "";
        if (word == null) {
            return;
        }
        double limit = deadlines.limit(current.method, stay, word);
        if (current.time(stay, limit) < limit) {
            return;
        }
        String where = stay.at(current.thread);
        if (claim(current)) {
            deadlines.stayed(current.method, stay, word);
            leaveOrEnd(current, stay, where);
        }
    }

    /** The word that a call is the last one of, as text; null if the call has come back. */
    private synchronized String word(Watch current) {
        return watch == current ? current.what.get() : null;
    }

    /** Takes the word of a call from its thread, unless the call has come back. */
    private synchronized boolean claim(Watch current) {
        if (watch != current) {
            return false;
        }
        watch = null;
        left.removeIf(thread -> !thread.isAlive());
        left.add(current.thread);
        return true;
    }

    /**
     * A thread that computes on after an interrupt keeps a core, and one that another keeps out by a lock says nothing
     * of its own object: then the process ends, and the word is asked again.
     */
    private void leaveOrEnd(Watch current, Stay stay, String where) {
        boolean isKeptOut = Stay.isKeptOut(current.thread, leftBehind());
        current.thread.interrupt();
        if (isKeptOut) {
            deadlines.keepsLocks();
        }
        if (isKeptOut || stay == Stay.RUNS && !ends(current.thread)) {
            end(current);
        } else {
            leaver.leave(stay, where, deadlines.mayKeepLocks() || leftBehind().size() >= MOST_LEFT);
        }
    }

    private synchronized Set<Thread> leftBehind() {
        Set<Thread> alive = new HashSet<>(left);
        alive.removeIf(thread -> !thread.isAlive());
        return alive;
    }

    /** Whether a thread ends soon, or at least no longer computes. */
    private static boolean ends(Thread thread) {
        for (long waited = 0; waited < FAREWELL; waited += (long) TICK) {
            if (thread.getState() != Thread.State.RUNNABLE) {
                return true;
            }
            pause((long) TICK);
        }
        return false;
    }

    private void flush() {
        try {
            channel.flush();
        } catch (Channel.Broken broken) {
            // Whoever sends next finds out.
        }
    }

    private void bark(Watch current) {
        boolean isTold;
        try {
            isTold = channel.sendLast(() -> current() == current ? message(current) : null);
        } catch (Channel.Broken broken) {
            isTold = current() == current;
        }
        if (!isTold) {
            return;
        }
        hasBarked = true;
        // Perhaps the call can be broken off; then the thread that made it ends the process.
        current.thread.interrupt();
        pause(FAREWELL);
        System.exit(1);
    }

    /** Ends the process because of a call that was taken from its thread. */
    private void end(Watch current) {
        try {
            channel.sendLast(() -> message(current));
        } catch (Channel.Broken broken) {
            // Then nobody wants to know.
        }
        hasBarked = true;
        Runtime.getRuntime().halt(1);
    }

    private String message(Watch current) {
        String message = Json.write(Texts.shortened(current.what.get()));
        String memo = current.method == null ? "" : ",\"memo\":" + Json.write(deadlines.memo(true));
        return "{\"type\":\"failed\"," + place + ",\"message\":" + message + memo + "}";
    }

    private static void pause(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException interrupted) {
            // Then it was a shorter one.
        }
    }
}

package typestar;

import java.util.function.Supplier;

/** Says which call does not return, and ends the process: nothing else can end the call. */
final class Watchdog implements Runnable {
    /** How long, in milliseconds, an answer may wait for others to be sent with it. */
    private static final double TICK = 20;
    /** How long, in milliseconds, a call that was interrupted may take to end by itself. */
    private static final long FAREWELL = 500;

    final double callLimit;
    final double resetLimit;

    private final Channel channel;
    private final double slice;
    private final Thread watched = Thread.currentThread();
    private volatile Watch watch;
    private volatile String place = "";
    private volatile boolean hasBarked;

    /** The watched call was broken off. */
    static final class Barked extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Something that is to end in time, and how to tell it if it does not. */
    private static final class Watch {
        double left;
        final Supplier<String> what;

        Watch(double left, Supplier<String> what) {
            this.left = left;
            this.what = what;
        }
    }

    Watchdog(Channel channel, Settings settings) {
        this.channel = channel;
        callLimit = Math.max(settings.stepDeadline, 1);
        resetLimit = callLimit + settings.resetDeadline;
        slice = Math.max(callLimit / Pace.SLICES, 1);
    }

    /** The plan that is run now, as the fields `id` and `index` of a message. */
    void enter(String plan) {
        place = plan;
    }

    /** From now on and until `relax`, this is to end in so many milliseconds. */
    void watch(double milliseconds, Supplier<String> what) {
        watch = new Watch(milliseconds, what);
    }

    /** It has ended. */
    void relax() {
        watch = null;
        if (hasBarked) {
            throw new Barked();
        }
    }

    @Override
    public void run() {
        long last = System.nanoTime();
        while (!hasBarked) {
            pause((long) Math.max(Math.min(slice, TICK), 1));
            long now = System.nanoTime();
            // A moment in which the whole machine stalls counts as one slice.
            double passed = Math.min((now - last) / 1e6, slice);
            last = now;
            Watch current = watch;
            if (current != null && (current.left -= passed) <= 0) {
                bark(current);
            }
            flush();
        }
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
            isTold = channel.sendLast(() -> watch == current ? message(current) : null);
        } catch (Channel.Broken broken) {
            isTold = watch == current;
        }
        if (!isTold) {
            return;
        }
        hasBarked = true;
        // Perhaps the call can be broken off; then the thread that made it ends the process.
        watched.interrupt();
        pause(FAREWELL);
        System.exit(1);
    }

    private String message(Watch current) {
        String message = Json.write(Texts.shortened(current.what.get()));
        return "{\"type\":\"failed\"," + place + ",\"message\":" + message + "}";
    }

    private static void pause(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException interrupted) {
            // Then it was a shorter one.
        }
    }
}

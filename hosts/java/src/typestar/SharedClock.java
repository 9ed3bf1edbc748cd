package typestar;

import java.util.function.Consumer;

/** A virtual clock that can follow real time for a while, in which threads may schedule calls. */
final class SharedClock extends ComponentClock {
    private final Sink sink;
    /** How far we are ahead of real time while we follow it. */
    private Long ahead;

    SharedClock(Consumer<Throwable> note, Sink sink) {
        super(note);
        this.sink = sink;
    }

    @Override
    synchronized long nanoseconds() {
        return ahead == null ? super.nanoseconds() : ahead + System.nanoTime();
    }

    @Override
    Scheduled callIn(long nanoseconds, Runnable action) {
        Scheduled call = super.callIn(nanoseconds, action);
        if (isFollowing()) {
            sink.lookAgain();
        }
        return call;
    }

    /** From now on the time is real. */
    synchronized void follow() {
        ahead = super.nanoseconds() - System.nanoTime();
    }

    /** Time stands still again. */
    synchronized void unfollow() {
        long now = nanoseconds();
        ahead = null;
        super.advance(now);
    }

    @Override
    synchronized void advance(long until) {
        if (ahead == null) {
            super.advance(until);
        } else {
            ahead += Math.max(until - nanoseconds(), 0);
        }
    }

    private synchronized boolean isFollowing() {
        return ahead != null;
    }
}

package typestar;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** How time passes for a component. This one is time as it is: it is silent if no callback comes for long enough. */
class Pace {
    static final String TIMED = "timed";
    static final String HORIZON = "horizon";

    /** A wait is cut into slices, so that a moment in which the whole machine stalls counts as one, not as silence. */
    static final int SLICES = 8;

    protected final Settings settings;
    protected final Consumer<Throwable> note;
    protected Sink sink;

    Pace(Settings settings, Consumer<Throwable> note) {
        this.settings = settings;
        this.note = note;
    }

    static Pace of(boolean hasClock, Settings settings, Consumer<Throwable> note) {
        if (!hasClock) {
            return new Pace(settings, note);
        }
        return settings.wantsRealTime ? new TimerPace(settings, note) : new VirtualPace(settings, note);
    }

    boolean isVirtual() {
        return false;
    }

    /** Whether the component has threads of its own, as far as is known. */
    boolean hasThreads() {
        return true;
    }

    /** Knows what another one knew of the process before the first component. */
    void follow(Pace earlier) {}

    /** A fresh component that reports to this sink. */
    Object create(Subject subject, Sink sink) throws Throwable {
        this.sink = sink;
        return subject.create(sink, null);
    }

    /** Calls something of the component's. */
    Object call(Call call) throws Throwable {
        return call.make();
    }

    /** Something that is called and may throw anything. */
    @FunctionalInterface
    interface Call {
        Object make() throws Throwable;
    }

    /** Lets time pass until a callback is pending; if none comes, says how that was found, unless it is certain. */
    String await() {
        for (int slice = 0; slice < SLICES; slice++) {
            if (sink.rest(settings.quiescence / SLICES, sink::hasPending)) {
                return null;
            }
        }
        return TIMED;
    }

    /** Lets time pass until something is so, at most so many milliseconds; whether it is. */
    boolean passUntil(BooleanSupplier isMet, double milliseconds) {
        return sink.rest(milliseconds, isMet);
    }

    /** Lets so much time pass. */
    void settle(double milliseconds) {
        sink.rest(milliseconds, () -> false);
    }

    /** The component is no longer needed. */
    void end() {}
}

/** Real time for a component that asks for a clock. */
final class TimerPace extends Pace {
    private TimerClock clock;

    TimerPace(Settings settings, Consumer<Throwable> note) {
        super(settings, note);
    }

    @Override
    Object create(Subject subject, Sink sink) throws Throwable {
        this.sink = sink;
        clock = new TimerClock(note);
        return call(() -> subject.create(sink, clock));
    }

    @Override
    Object call(Call call) throws Throwable {
        clock.turn.lock();
        try {
            return call.make();
        } finally {
            clock.turn.unlock();
        }
    }

    @Override
    void end() {
        clock.end();
    }
}

/**
 * Time that passes from one scheduled call to the next, and only in waits: silence is certain. While the component has
 * threads of its own, time is real: a clock that jumps would overtake them.
 */
final class VirtualPace extends Pace {
    /** A wait ends after this many scheduled calls without a callback. */
    private static final int MOST_CALLS = 1000;

    private SharedClock clock;
    /** Threads that are not there yet are the component's own. */
    private Set<Thread> threads;

    /** How it ended that virtual time passed; if it is shared, real time can bring more. */
    private enum End {
        MET, IDLE, HORIZON, SHARED
    }

    VirtualPace(Settings settings, Consumer<Throwable> note) {
        super(settings, note);
    }

    @Override
    boolean isVirtual() {
        return true;
    }

    @Override
    boolean hasThreads() {
        return threads == null || isShared();
    }

    @Override
    void follow(Pace earlier) {
        threads = ((VirtualPace) earlier).threads;
    }

    @Override
    Object create(Subject subject, Sink sink) throws Throwable {
        if (threads == null) {
            threads = new HashSet<>(Threads.alive());
        }
        this.sink = sink;
        clock = new SharedClock(note, sink);
        return subject.create(sink, clock);
    }

    @Override
    String await() {
        if (sink.hasPending()) {
            return null;
        }
        for (int rested = 0; rested <= SLICES; rested++) {
            End end = runAll(sink::hasPending, after(settings.horizon));
            if (end != End.SHARED) {
                return end == End.HORIZON ? HORIZON : null;
            }
            if (rested < SLICES) {
                rest(after(settings.quiescence / SLICES), sink::hasPending);
            }
        }
        return TIMED;
    }

    @Override
    boolean passUntil(BooleanSupplier isMet, double milliseconds) {
        long end = after(milliseconds);
        while (runAll(isMet, end) == End.SHARED && clock.nanoseconds() < end) {
            rest(Math.min(end, after(settings.quiescence)), isMet);
        }
        return isMet.getAsBoolean();
    }

    @Override
    void settle(double milliseconds) {
        long end = after(milliseconds);
        passUntil(() -> false, milliseconds);
        clock.advance(end);
    }

    @Override
    void end() {
        clock.end();
    }

    private long after(double milliseconds) {
        return clock.nanoseconds() + (long) (milliseconds * ComponentClock.MILLISECOND);
    }

    /** Lets virtual time pass as far as it may. */
    private End runAll(BooleanSupplier isMet, long end) {
        boolean wasShared = isShared();
        End ended = run(isMet, end);
        return ended != End.MET && (wasShared || isShared()) ? End.SHARED : ended;
    }

    /** Lets virtual time pass until something is so, nothing is scheduled, the horizon, or time is real: which. */
    private End run(BooleanSupplier isMet, long end) {
        for (int calls = 0; ; calls++) {
            if (isMet.getAsBoolean()) {
                return End.MET;
            }
            Long due = clock.nextDue();
            if (due == null) {
                return End.IDLE;
            }
            if (due > clock.nanoseconds() && isShared()) {
                return End.SHARED;
            }
            if (calls == MOST_CALLS || due > end) {
                return End.HORIZON;
            }
            clock.runNext();
        }
    }

    /** Lets real time pass until then, and the clock with it: what is scheduled runs when it is due. */
    private void rest(long end, BooleanSupplier isMet) {
        clock.follow();
        while (!isMet.getAsBoolean() && clock.nanoseconds() < end) {
            Long due = clock.nextDue();
            long now = clock.nanoseconds();
            if (due != null && due <= now) {
                clock.runNext();
            } else {
                long left = (due == null ? end : Math.min(due, end)) - now;
                sink.rest(left / (double) ComponentClock.MILLISECOND, () -> isMet.getAsBoolean() || isNotNext(due));
            }
        }
        clock.unfollow();
    }

    /** Whether something else is the next by now. */
    private boolean isNotNext(Long due) {
        return !Objects.equals(clock.nextDue(), due);
    }

    /** Whether something can happen by itself: the component has threads of its own. */
    private boolean isShared() {
        return !threads.containsAll(Threads.alive());
    }
}

package typestar;

import android.os.Looper;
import android.os.SystemClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.robolectric.shadows.ShadowLooper;
import org.robolectric.shadows.ShadowPausedLooper;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.util.ReflectionHelpers;
import typestar.android.Environment;

/** How the world of one word goes on: in units, over all loopers, tasks and gates, and last the clock. */
final class Progress {
    /** How long, in milliseconds, a looper that quits may take to end. */
    private static final long FAREWELL = 2000;

    final Tasks tasks = new Tasks();
    final Works works = new Works();

    private final boolean isEager;
    private final Sink sink;
    private final Map<Looper, HeldLooper> held = new HashMap<>();

    /** What a unit of progress was. */
    enum Unit {
        SOMETHING, NOTHING, BEYOND_HORIZON
    }

    Progress(Environment environment, Sink sink) {
        isEager = environment.background() == Environment.Background.EAGER;
        this.sink = sink;
    }

    /** After a call: what runs by itself comes to rest. */
    void settle() throws Throwable {
        works.settle();
        if (!isEager) {
            holdOthers();
            return;
        }
        do {
            idleOthers();
        } while (tasks.runNext());
    }

    /** One unit of progress; the clock may not go beyond the horizon. */
    Unit advance(long horizon) throws Throwable {
        ShadowLooper main = ShadowLooper.shadowMainLooper();
        if (!main.isIdle()) {
            main.runOneTask();
            works.settle();
            return Unit.SOMETHING;
        }
        if (isEager ? idleOthers() : stepOther()) {
            return Unit.SOMETHING;
        }
        if (tasks.runNext() || works.openNext()) {
            return Unit.SOMETHING;
        }
        return jump(main, horizon);
    }

    /** Lets all other loopers run as far as they come; whether that changed something here. */
    private boolean idleOthers() {
        List<Looper> others = others();
        if (others.isEmpty()) {
            return false;
        }
        others.forEach(other -> shadowOf(other).idle());
        return sink.hasPending() || !ShadowLooper.shadowMainLooper().isIdle();
    }

    /** One message of another looper; whether there was one. */
    private boolean stepOther() throws Throwable {
        for (HeldLooper other : holdOthers()) {
            if (other.handleNext()) {
                return true;
            }
        }
        return false;
    }

    /** From now on the other loopers work only when they are told to. */
    private List<HeldLooper> holdOthers() throws InterruptedException {
        List<HeldLooper> holding = new ArrayList<>();
        for (Looper other : others()) {
            if (!held.containsKey(other)) {
                held.put(other, new HeldLooper(other));
            }
            holding.add(held.get(other));
        }
        return holding;
    }

    /** To the next message of any looper. */
    private Unit jump(ShadowLooper main, long horizon) {
        long due = nextDue(main);
        for (Looper other : others()) {
            due = Math.min(due, nextDue(shadowOf(other)));
        }
        if (due == Long.MAX_VALUE) {
            return Unit.NOTHING;
        }
        if (due > horizon) {
            return Unit.BEYOND_HORIZON;
        }
        SystemClock.setCurrentTimeMillis(due);
        return Unit.SOMETHING;
    }

    private static long nextDue(ShadowLooper looper) {
        Duration due = looper.getNextScheduledTaskTime();
        return due.isZero() ? Long.MAX_VALUE : due.toMillis();
    }

    private static ShadowLooper shadowOf(Looper looper) {
        return Shadow.<ShadowPausedLooper>extract(looper);
    }

    /** All loopers that live, but the main one, the oldest first. Those that quit come to their end first. */
    private List<Looper> others() {
        List<Looper> others = new ArrayList<>();
        for (Looper looper : ShadowLooper.getAllLoopers()) {
            if (looper == Looper.getMainLooper() || !looper.getThread().isAlive()) {
                continue;
            }
            if (isQuitting(looper)) {
                free(looper);
                join(looper.getThread());
            } else {
                others.add(looper);
            }
        }
        others.sort(Comparator.comparingLong(looper -> looper.getThread().getId()));
        return others;
    }

    private void free(Looper looper) {
        HeldLooper holding = held.remove(looper);
        if (holding != null) {
            holding.free();
        }
    }

    static boolean isQuitting(Looper looper) {
        return ReflectionHelpers.<Boolean>getField(looper.getQueue(), "mQuitting");
    }

    static void join(Thread thread) {
        try {
            thread.join(FAREWELL);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The word is over. */
    void end() {
        works.end();
        held.values().forEach(HeldLooper::free);
        held.clear();
    }
}

package typestar;

import android.os.SystemClock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Time that passes from one message of a looper to the next, and only in waits: silence is certain. */
final class LooperPace extends Pace {
    /** A wait ends after this many units of progress without a callback. */
    private static final int MOST_UNITS = 1000;

    private final AndroidSubject subject;

    LooperPace(Settings settings, Consumer<Throwable> note, AndroidSubject subject) {
        super(settings, note);
        this.subject = subject;
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            Texts.print(thrown);
            Sink current = sink;
            if (thread instanceof Host.Own || current == null) {
                note.accept(thrown);
            } else {
                current.thrown(thrown);
            }
        });
    }

    @Override
    boolean isVirtual() {
        return true;
    }

    @Override
    String await() {
        subject.isWaiting();
        long horizon = SystemClock.uptimeMillis() + Math.min((long) settings.horizon, subject.horizon());
        return progress(sink::hasPending, horizon) ? HORIZON : null;
    }

    @Override
    boolean passUntil(BooleanSupplier isMet, double milliseconds) {
        progress(isMet, SystemClock.uptimeMillis() + (long) milliseconds);
        return isMet.getAsBoolean();
    }

    @Override
    void settle(double milliseconds) {
        long end = SystemClock.uptimeMillis() + (long) milliseconds;
        progress(() -> false, end);
        if (SystemClock.uptimeMillis() < end) {
            SystemClock.setCurrentTimeMillis(end);
        }
    }

    @Override
    void end() {
        subject.endWord();
    }

    /** Goes on until something is so or nothing is left to do; whether something was left. */
    private boolean progress(BooleanSupplier isMet, long horizon) {
        for (int units = 0; !isMet.getAsBoolean(); units++) {
            try {
                Progress.Unit unit = units == MOST_UNITS ? Progress.Unit.BEYOND_HORIZON : subject.advance(horizon);
                if (unit != Progress.Unit.SOMETHING) {
                    return unit == Progress.Unit.BEYOND_HORIZON;
                }
            } catch (Works.Lost lost) {
                sink.spoil("call: " + lost.getMessage());
                return false;
            } catch (Throwable thrown) {
                sink.thrown(thrown);
                return false;
            }
        }
        return false;
    }
}

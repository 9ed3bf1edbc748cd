import java.util.Timer;
import java.util.TimerTask;
import typestar.Adapter;
import typestar.Emit;

/** A java.util.Timer. It has a thread of its own and takes no executor, so that time is real. */
public final class TimerCallbacks {
    private static final long DELAY = 50;

    private final Emit emit;
    private final Timer timer = new Timer(true);
    private TimerTask last;

    private TimerCallbacks(Emit emit) {
        this.emit = emit;
    }

    void schedule() {
        TimerTask task = new TimerTask() {
            @Override
            public void run() {
                emit.callback("onRun");
            }
        };
        timer.schedule(task, DELAY);
        last = task;
    }

    public static void main(String[] arguments) {
        Adapter.of("Timer", TimerCallbacks::new)
                .input("schedule", TimerCallbacks::schedule)
                .returning("cancelTask", timers -> timers.last.cancel())
                .input("cancel", timers -> timers.timer.cancel())
                .destroy(timers -> timers.timer.cancel())
                .outputs("onRun")
                .version("Java " + Runtime.version())
                .serve();
    }
}

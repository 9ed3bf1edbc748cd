import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import typestar.Adapter;
import typestar.Clock;
import typestar.Emit;

/** The ticker of the transcripts (see ../README.md) behind the Java host library: it does everything by its clock. */
public final class Ticker {
    private final Emit emit;
    private final Clock clock;
    private final List<Clock.Scheduled> scheduled = new ArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private Thread worker;
    private Clock.Scheduled second;

    /** The call is not allowed now. */
    static final class IllegalState extends RuntimeException {
        IllegalState(String message) {
            super(message);
        }
    }

    private Ticker(Emit emit, Clock clock) {
        this.emit = emit;
        this.clock = clock;
        schedule(50, "onReady");
    }

    void four() {
        schedule(30, "onThird");
        schedule(10, "onFirst");
        schedule(20, "onSecond");
        schedule(30, "onFourth");
    }

    void cross() {
        after(10, () -> second.cancel());
        second = schedule(10, "onCrossed");
    }

    void idle() {
        after(1, this::idle);
    }

    void thread() {
        worker = new Thread(this::work);
        worker.start();
    }

    void end() throws InterruptedException {
        ended.countDown();
        if (worker != null) {
            worker.join();
        }
    }

    private void work() {
        try {
            ended.await(5, TimeUnit.MILLISECONDS);
            emit.callback("onThread");
            ended.await();
        } catch (InterruptedException interrupted) {
            // Then it ends.
        }
    }

    private void fail() {
        throw new IllegalState("late");
    }

    private Clock.Scheduled schedule(long milliseconds, String name) {
        return after(milliseconds, () -> emit.callback(name));
    }

    private Clock.Scheduled after(long milliseconds, Runnable action) {
        Clock.Scheduled call = clock.callLater(milliseconds, action);
        scheduled.add(call);
        return call;
    }

    public static void main(String[] arguments) {
        Adapter.of("ticker", Ticker::new)
                .version("1")
                .input("ping", ticker -> ticker.schedule(10, "onPing"))
                .input("slow", ticker -> ticker.schedule(10_000, "onSlow"))
                .input("hour", ticker -> ticker.schedule(3_600_000, "onHour"))
                .input("zero", ticker -> ticker.schedule(0, "onZero"))
                .input("four", Ticker::four)
                .input("chain", ticker -> ticker.after(10, () -> ticker.schedule(0, "onChained")))
                .input("cross", Ticker::cross)
                .input("idle", Ticker::idle)
                .input("stop", ticker -> ticker.scheduled.forEach(Clock.Scheduled::cancel))
                .input("fail", ticker -> ticker.after(10, ticker::fail))
                .input("thread", Ticker::thread)
                .returning("time", ticker -> ticker.clock.now())
                .outputs("onReady", "onPing", "onSlow", "onHour", "onZero", "onFirst", "onSecond", "onThird",
                        "onFourth", "onChained", "onCrossed", "onThread")
                .destroy(Ticker::end)
                .serve();
    }
}

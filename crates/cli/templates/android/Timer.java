import android.os.CountDownTimer;
import typestar.android.Env;
import typestar.android.Driver;

/** Drives Android's CountDownTimer: a timer of two seconds that can be started once. */
public final class Timer extends Driver {
    private CountDownTimer timer;

    /** A fresh object for each word. Its callbacks are reported to the world of that word. */
    @Override
    public void reset(Env env) {
        timer = new CountDownTimer(2000, 1000) {
            @Override
            public void onTick(long left) {
                env.emit("onTick");
            }

            @Override
            public void onFinish() {
                env.emit("onFinish");
            }
        };
    }

    /** The public methods are the inputs. */
    public void start() {
        timer.start();
    }

    public void cancel() {
        timer.cancel();
    }

    /** Ends the object, so that nothing of this word can happen later. */
    @Override
    public void dispose() {
        timer.cancel();
    }
}

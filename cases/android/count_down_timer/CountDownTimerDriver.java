import android.os.CountDownTimer;
import typestar.android.Env;
import typestar.android.Driver;

/** A timer of 1.1 seconds. Its ticks are left out. */
public final class CountDownTimerDriver extends Driver {
    private CountDownTimer timer;

    @Override
    public void reset(Env env) {
        timer = new CountDownTimer(1100, 1000) {
            @Override
            public void onTick(long left) {}

            @Override
            public void onFinish() {
                env.emit("onFinish");
            }
        };
    }

    public void start() {
        timer.start();
    }

    public void cancel() {
        timer.cancel();
    }
}

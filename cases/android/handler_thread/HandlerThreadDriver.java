import android.os.Handler;
import android.os.HandlerThread;
import typestar.android.Env;
import typestar.android.Driver;

/** A thread with a looper. What is posted to it runs in waits alone; what is delayed, a second later. */
public final class HandlerThreadDriver extends Driver {
    private Env env;
    private HandlerThread thread;
    private Handler handler;

    @Override
    public void reset(Env env) {
        this.env = env;
        thread = new HandlerThread("learned");
        handler = null;
    }

    public void start() {
        thread.start();
        handler = new Handler(thread.getLooper());
    }

    public boolean post() {
        return handler.post(() -> env.emit("onPosted"));
    }

    public boolean postDelayed() {
        return handler.postDelayed(() -> env.emit("onDelayed"), 1000);
    }

    public boolean quit() {
        return thread.quit();
    }

    public boolean quitSafely() {
        return thread.quitSafely();
    }

    @Override
    public void dispose() throws InterruptedException {
        thread.quit();
        thread.join();
    }
}

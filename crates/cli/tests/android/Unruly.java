import android.os.Handler;
import android.os.Looper;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import typestar.android.Env;
import typestar.android.Driver;

/** Does what no driver should, but only once it is open. What it prints looks like an answer. */
public final class Unruly extends Driver {
    private Env env;
    private Handler handler;
    private boolean isOpen;
    private long rounds;

    @Override
    public void reset(Env env) {
        this.env = env;
        handler = new Handler(Looper.getMainLooper());
        isOpen = false;
        print();
    }

    public void open() {
        if (isOpen) {
            throw new IllegalStateException("it is open");
        }
        isOpen = true;
    }

    public void exit() {
        if (isOpen) {
            System.exit(7);
        }
    }

    public void loop() throws IOException {
        while (isOpen) {
            if (rounds++ == 0) {
                new File("looping").createNewFile();
            }
        }
    }

    /** Work that nobody does. */
    public void strand() {
        if (isOpen) {
            env.work();
        }
    }

    public void hoard() {
        List<long[]> all = new ArrayList<>();
        while (isOpen) {
            all.add(new long[1 << 22]);
        }
    }

    public void print() {
        System.out.println("this must not disturb the protocol");
        System.out.print("{\"type\":\"answer\"}\n");
        System.err.println("neither must this");
    }

    public void post() {
        if (isOpen) {
            handler.post(() -> {
                throw new IllegalStateException("thrown by a callback");
            });
        }
    }

    @Override
    public void dispose() {
        print();
    }
}

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import typestar.Adapter;
import typestar.Emit;

/** A ThreadPoolExecutor of one thread with a queue for one task. Its thread is a task of typestar's: silence is exact. */
public final class PoolCallbacks extends ThreadPoolExecutor {
    private final Emit emit;

    private PoolCallbacks(Emit emit, Executor executor) {
        super(0, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), work -> new LentThread(work, executor));
        this.emit = emit;
    }

    @Override
    protected void terminated() {
        emit.callback("onTerminated");
    }

    /** A thread that does not start, but has its work done by others. */
    private static final class LentThread extends Thread {
        private final Executor executor;

        LentThread(Runnable work, Executor executor) {
            super(work);
            this.executor = executor;
        }

        @Override
        public void start() {
            executor.execute(this::run);
        }
    }

    public static void main(String[] arguments) {
        Adapter.of("ThreadPoolExecutor", (emit, clock) -> new PoolCallbacks(emit, clock.executor()))
                .input("execute", pool -> pool.execute(() -> pool.emit.callback("onRun")))
                .input("shutdown", PoolCallbacks::shutdown)
                .returning("shutdownNow", pool -> pool.shutdownNow().size())
                .outputs("onRun", "onTerminated")
                .version("Java " + Runtime.version())
                .serve();
    }
}

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import typestar.Adapter;
import typestar.Emit;

/** A ThreadPoolExecutor of one thread, with a queue for one task. What its thread does, typestar does: silence is exact. */
public final class PoolCallbacks extends ThreadPoolExecutor {
    private final Emit emit;
    private final Lender lender;

    private PoolCallbacks(Emit emit, Lender lender) {
        super(0, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), lender);
        this.emit = emit;
        this.lender = lender;
    }

    void executeTask() throws InterruptedException {
        execute(() -> emit.callback("onRun"));
        lender.last.join();
    }

    @Override
    protected void terminated() {
        emit.callback("onTerminated");
    }

    /** Its threads end at once; their work is done by an executor. */
    private static final class Lender implements ThreadFactory {
        private final Executor executor;
        private Thread last;

        Lender(Executor executor) {
            this.executor = executor;
        }

        @Override
        public Thread newThread(Runnable work) {
            last = new Thread(() -> executor.execute(work));
            return last;
        }
    }

    public static void main(String[] arguments) {
        Adapter.of("ThreadPoolExecutor", (emit, clock) -> new PoolCallbacks(emit, new Lender(clock.executor())))
                .input("execute", PoolCallbacks::executeTask)
                .input("shutdown", PoolCallbacks::shutdown)
                .returning("shutdownNow", pool -> pool.shutdownNow().size())
                .outputs("onRun", "onTerminated")
                .version("Java " + Runtime.version())
                .serve();
    }
}

package typestar;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The tasks of one word in the background. They run when they are told to, one by one, on one thread. */
final class Tasks implements Executor {
    private static final ExecutorService THREAD = Executors.newSingleThreadExecutor(Host::daemon);

    private final Deque<Runnable> tasks = new ArrayDeque<>();

    @Override
    public synchronized void execute(Runnable task) {
        tasks.add(task);
    }

    private synchronized Runnable next() {
        return tasks.poll();
    }

    /** Runs the next task to its end; whether there was one. */
    boolean runNext() throws Throwable {
        Runnable task = next();
        if (task == null) {
            return false;
        }
        try {
            THREAD.submit(task).get();
        } catch (ExecutionException thrown) {
            throw thrown.getCause();
        }
        return true;
    }
}

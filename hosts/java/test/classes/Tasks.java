import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import typestar.Adapter;
import typestar.Emit;

/** An adapter that uses the executor of its clock in every way. */
public final class Tasks {
    private final ScheduledExecutorService executor;
    private final Emit emit;
    private Future<?> last;

    private Tasks(Emit emit, ScheduledExecutorService executor) {
        this.emit = emit;
        this.executor = executor;
    }

    private Runnable telling(String name) {
        return () -> emit.callback(name);
    }

    private Object state() {
        return last.isCancelled() ? "cancelled" : last.isDone() ? "done" : "waiting";
    }

    public static void main(String[] arguments) {
        Adapter.of("tasks", (emit, clock) -> new Tasks(emit, clock.executor()))
                .input("execute", tasks -> tasks.executor.execute(tasks.telling("onExecuted")))
                .input("submit", tasks -> tasks.last = tasks.executor.submit(tasks.telling("onSubmitted")))
                .input("schedule", tasks -> tasks.last =
                        tasks.executor.schedule(tasks.telling("onScheduled"), 1, TimeUnit.SECONDS))
                .input("repeat", tasks -> tasks.last =
                        tasks.executor.scheduleAtFixedRate(tasks.telling("onRepeated"), 10, 10, TimeUnit.SECONDS))
                .input("chain", tasks -> CompletableFuture.supplyAsync(() -> 1, tasks.executor)
                        .thenApplyAsync(number -> number + 1, tasks.executor)
                        .thenApplyAsync(number -> Adapter.output("onChained", number), tasks.executor)
                        .thenAcceptAsync(tasks.emit::callback, tasks.executor))
                .input("fail", tasks -> tasks.executor.execute(() -> {
                    throw new IllegalStateException("in a task");
                }))
                .returning("cancel", tasks -> tasks.last.cancel(false))
                .returning("state", Tasks::state)
                .input("shutdown", tasks -> tasks.executor.shutdown())
                .returning("shutdownNow", tasks -> tasks.executor.shutdownNow().size())
                .returning("isTerminated", tasks -> tasks.executor.isTerminated())
                .input("get", tasks -> tasks.last.get())
                .serve();
    }
}

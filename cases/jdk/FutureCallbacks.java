import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import typestar.Adapter;
import typestar.Emit;

/** A CompletableFuture and a stage that depends on it, whose function runs in typestar's executor: silence is exact. */
public final class FutureCallbacks {
    private final Emit emit;
    private final Executor executor;
    private final CompletableFuture<Integer> source = new CompletableFuture<>();
    private CompletableFuture<Integer> stage;

    private FutureCallbacks(Emit emit, Executor executor) {
        this.emit = emit;
        this.executor = executor;
    }

    void whenComplete() {
        stage = source.whenCompleteAsync((value, failure) -> emit.callback(ending(failure)), executor);
    }

    private static String ending(Throwable failure) {
        if (failure == null) {
            return "onValue";
        }
        return failure instanceof CancellationException ? "onCancelled" : "onFailure";
    }

    public static void main(String[] arguments) {
        Adapter.of("CompletableFuture", (emit, clock) -> new FutureCallbacks(emit, clock.executor()))
                .input("whenComplete", FutureCallbacks::whenComplete)
                .returning("complete", futures -> futures.source.complete(1))
                .returning("completeExceptionally", futures -> futures.source.completeExceptionally(new Error()))
                .returning("cancel", futures -> futures.source.cancel(true))
                .returning("cancelStage", futures -> futures.stage.cancel(true))
                .outputs("onValue", "onFailure", "onCancelled")
                .version("Java " + Runtime.version())
                .serve();
    }
}

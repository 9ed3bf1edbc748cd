import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import typestar.Adapter;
import typestar.Emit;

/** A SubmissionPublisher with a buffer for one item, and its subscriber, who runs in typestar's executor. */
public final class PublisherCallbacks implements Flow.Subscriber<Integer> {
    private final Emit emit;
    private final SubmissionPublisher<Integer> publisher;
    private Flow.Subscription subscription;

    private PublisherCallbacks(Emit emit, Executor executor) {
        this.emit = emit;
        publisher = new SubmissionPublisher<>(executor, 1);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        this.subscription = subscription;
        emit.callback("onSubscribe");
    }

    @Override
    public void onNext(Integer item) {
        emit.callback("onNext");
    }

    @Override
    public void onError(Throwable failure) {
        emit.callback("onError");
    }

    @Override
    public void onComplete() {
        emit.callback("onComplete");
    }

    public static void main(String[] arguments) {
        Adapter.of("SubmissionPublisher", (emit, clock) -> new PublisherCallbacks(emit, clock.executor()))
                .input("subscribe", subscriber -> subscriber.publisher.subscribe(subscriber))
                .returning("offer", subscriber -> subscriber.publisher.offer(1, null))
                .input("request", subscriber -> subscriber.subscription.request(1))
                .input("close", subscriber -> subscriber.publisher.close())
                .input("closeExceptionally", subscriber -> subscriber.publisher.closeExceptionally(new Error()))
                .input("cancel", subscriber -> subscriber.subscription.cancel())
                .outputs("onSubscribe", "onNext", "onError", "onComplete")
                .version("Java " + Runtime.version())
                .serve();
    }
}

package typestar;

import android.os.Handler;
import android.os.Looper;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowLooper;
import org.robolectric.shadows.ShadowPausedLooper;

/**
 * A looper of another thread that handles a message only when it is told to, until it quits.
 *
 * <p>Robolectric's own pause does not do: there, quit first ends the pause and then quits, and between the two the thread
 * may still handle what quit is to drop.
 */
final class HeldLooper implements Runnable {
    /** How often, in milliseconds, whoever waits looks whether he still has to. */
    private static final long GLANCE = 20;

    private final Looper looper;
    private final ShadowLooper shadow;
    private final CountDownLatch begun = new CountDownLatch(1);
    /** Who waits for the next message to be handled, to be told whether there was one. */
    private final LinkedBlockingQueue<CompletableFuture<Boolean>> orders = new LinkedBlockingQueue<>();
    private volatile boolean isFree;

    /** Holds it as soon as it has handled what was posted before. */
    HeldLooper(Looper looper) throws InterruptedException {
        this.looper = looper;
        shadow = Shadow.<ShadowPausedLooper>extract(looper);
        new Handler(looper).post(this);
        while (!begun.await(GLANCE, TimeUnit.MILLISECONDS) && looper.getThread().isAlive()) {
            // it still works, or ends
        }
    }

    /** The time of the looper's thread while it is held. */
    @Override
    public void run() {
        boolean wasInterrupted = false;
        begun.countDown();
        while (isHeld()) {
            try {
                CompletableFuture<Boolean> order = orders.poll(GLANCE, TimeUnit.MILLISECONDS);
                if (order != null && isHeld()) {
                    follow(order);
                }
            } catch (InterruptedException interrupted) {
                wasInterrupted = true; // by the component, which may find it so again
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isHeld() {
        return !isFree && !Progress.isQuitting(looper);
    }

    private void follow(CompletableFuture<Boolean> order) {
        try {
            boolean isDue = !shadow.isIdle();
            if (isDue) {
                shadow.runOneTask();
            }
            order.complete(isDue);
        } catch (Throwable thrown) {
            order.completeExceptionally(thrown);
            throw thrown; // the thread dies of it, as it does on a phone
        }
    }

    /** Handles the next message that is due; whether there was one. */
    boolean handleNext() throws Throwable {
        CompletableFuture<Boolean> order = new CompletableFuture<>();
        orders.add(order);
        while (looper.getThread().isAlive() || order.isDone()) {
            try {
                return order.get(GLANCE, TimeUnit.MILLISECONDS);
            } catch (TimeoutException late) {
                // it still works, or has ended
            } catch (ExecutionException thrown) {
                Progress.join(looper.getThread());
                throw thrown.getCause();
            }
        }
        return false;
    }

    /** Lets the thread go on by itself. */
    void free() {
        isFree = true;
        orders.add(new CompletableFuture<>()); // which wakes it
    }
}

package known;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Blocking: a queue for three messages that can be closed; what is in it then can still be taken out. */
public final class Outbox {
    private final BlockingQueue<String> messages = new ArrayBlockingQueue<>(3);
    private boolean isClosed;

    public void send(String message) throws InterruptedException {
        if (isClosed) {
            throw new IllegalStateException("closed");
        }
        messages.put(message);
    }

    public String receive() throws InterruptedException {
        return isClosed ? messages.poll() : messages.take();
    }

    public String poll() {
        return messages.poll();
    }

    public void close() {
        if (isClosed) {
            throw new IllegalStateException("closed");
        }
        isClosed = true;
    }
}

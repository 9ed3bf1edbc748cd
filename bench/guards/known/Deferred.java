package known;

import java.util.concurrent.CountDownLatch;

/** Blocking: a value that comes later, or a reason why it does not; the first of both counts. */
public final class Deferred {
    private final CountDownLatch settled = new CountDownLatch(1);
    private String value;
    private String reason;

    public boolean resolve(String value) {
        if (settled.getCount() == 0) {
            return false;
        }
        this.value = value;
        settled.countDown();
        return true;
    }

    public boolean reject(String reason) {
        if (reason == null) {
            throw new NullPointerException("no reason");
        }
        if (settled.getCount() == 0) {
            return false;
        }
        this.reason = reason;
        settled.countDown();
        return true;
    }

    public String await() throws InterruptedException {
        settled.await();
        if (reason != null) {
            throw new IllegalStateException(reason);
        }
        return value;
    }

    public String peek() {
        return value;
    }
}

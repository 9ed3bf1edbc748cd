package known;

import java.util.concurrent.CountDownLatch;

/** Blocking: opens after three have come. */
public final class StartGate {
    private final CountDownLatch latch = new CountDownLatch(3);

    public void come() {
        latch.countDown();
    }

    public void go() throws InterruptedException {
        latch.await();
    }

    public boolean isOpen() {
        return latch.getCount() == 0;
    }
}

package known;

import java.util.concurrent.Semaphore;

/** Blocking: one holds it, and whoever takes it again waits; giving it back needs it. */
public final class Baton {
    private final Semaphore baton = new Semaphore(1);
    private boolean isHeld;

    public void take() throws InterruptedException {
        baton.acquire();
        isHeld = true;
    }

    public void giveBack() {
        if (!isHeld) {
            throw new IllegalStateException("not held");
        }
        isHeld = false;
        baton.release();
    }

    public boolean tryTake() {
        boolean works = baton.tryAcquire();
        isHeld |= works;
        return works;
    }
}

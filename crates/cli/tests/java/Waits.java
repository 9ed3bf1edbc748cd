import java.util.concurrent.locks.LockSupport;

/** Calls that do not return, each in its way. */
public class Waits {
    private static final Object SHARED = new Object();

    private int count;

    public synchronized void put() {
        count++;
        notifyAll();
    }

    public synchronized void take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        count--;
    }

    /** Whoever interrupts it achieves nothing. */
    public void stay() {
        while (count < 2) {
            Thread.interrupted();
            LockSupport.park(this);
        }
        count -= 2;
    }

    /** All objects need the lock that it keeps. */
    public void hold() {
        synchronized (SHARED) {
            while (count >= 0) {
                Thread.interrupted();
                LockSupport.park(this);
            }
        }
    }

    public void touch() {
        synchronized (SHARED) {
            count++;
        }
    }
}

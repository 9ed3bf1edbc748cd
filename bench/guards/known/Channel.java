package known;

/** Blocking: two fit, `put` waits for a place and `take` for something. */
public final class Channel {
    private int count;

    public synchronized void put() throws InterruptedException {
        while (count == 2) {
            wait();
        }
        count++;
        notifyAll();
    }

    public synchronized void take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        count--;
        notifyAll();
    }
}

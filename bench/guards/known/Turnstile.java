package known;

/** Blocking: waits until it was fed so often as somebody asks for, and fails below one. */
public final class Turnstile {
    private int coins;

    public synchronized void feed() {
        coins++;
        notifyAll();
    }

    public synchronized void pass(int price) throws InterruptedException {
        if (price < 1) {
            throw new IllegalArgumentException("one at least");
        }
        while (coins < price) {
            wait();
        }
        coins -= price;
    }
}

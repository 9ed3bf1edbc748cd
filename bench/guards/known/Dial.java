package known;

/** Hidden: whether it is unlocked is told by which object a field has, and then it turns from 0 to 3. */
public final class Dial {
    private static final Object LOCKED = new Object();
    private static final Object UNLOCKED = new Object();

    private Object lock = LOCKED;

    public void unlock() {
        lock = UNLOCKED;
    }

    public void turn(int to) {
        if (lock != UNLOCKED) {
            throw new IllegalStateException("locked");
        }
        if (to < 0 || to > 3) {
            throw new IllegalArgumentException("0 to 3");
        }
    }
}

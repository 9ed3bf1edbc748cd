package known;

/** A mixture: tokens are refilled with each tick up to a capacity, and can be taken while it is not paused. */
public class TokenBucket {
    private final int refill;
    private int capacity;
    private int tokens;
    private boolean paused;

    public TokenBucket(int capacity, int refill) {
        if (refill < 1 || capacity < refill) {
            throw new IllegalArgumentException("1 <= refill <= capacity");
        }
        this.capacity = capacity;
        this.refill = refill;
        tokens = capacity;
    }

    public void tick() {
        tokens = tokens > capacity - refill ? capacity : tokens + refill;
    }

    /** False if there are too few for now. */
    public boolean tryTake(int count) {
        if (paused) {
            throw new IllegalStateException("paused");
        }
        if (count < 1 || count > capacity) {
            throw new IllegalArgumentException("never so many");
        }
        if (count > tokens) {
            return false;
        }
        tokens -= count;
        return true;
    }

    public void resize(int next) {
        if (next < refill) {
            throw new IllegalArgumentException("less than a refill");
        }
        capacity = next;
        tokens = Math.min(tokens, next);
    }

    public void pause() {
        if (paused) {
            throw new IllegalStateException("paused");
        }
        paused = true;
    }

    public void resume() {
        if (!paused) {
            throw new IllegalStateException("not paused");
        }
        paused = false;
    }
}

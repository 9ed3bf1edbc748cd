package known;

/** Memory: goes so deep as it is told, so far as the stack reaches. */
public final class Descent {
    private int visits;

    public void descend(int depth) {
        if (depth < 0) {
            throw new IllegalArgumentException("below nothing");
        }
        if (depth > 0) {
            descend(depth - 1);
        }
        visits = 1;
    }

    public void rest() {
        if (visits == 0) {
            throw new IllegalStateException("not yet");
        }
    }
}

/** What a field means is told by which constant it holds, or by an element of an array. */
public class Modes {
    /** Levels are equal to themselves only. */
    public static final class Level {
        public static final Level LOW = new Level();
        public static final Level HIGH = new Level();

        private Level() {}
    }

    private static final Object LOCKED = new Object();
    private static final Object UNLOCKED = new Object();

    private Object lock = LOCKED;
    private Level level = Level.LOW;
    private final boolean[] switches = new boolean[2];

    public void unlock() {
        lock = UNLOCKED;
    }

    public void turn() {
        if (lock != UNLOCKED) {
            throw new IllegalStateException("locked");
        }
    }

    public void set(Level to) {
        level = to;
    }

    public void shout() {
        if (level != Level.HIGH) {
            throw new IllegalStateException("too low");
        }
    }

    public void arm() {
        switches[1] = !switches[1];
    }

    public void fire() {
        if (!switches[1]) {
            throw new IllegalStateException("not armed");
        }
    }
}

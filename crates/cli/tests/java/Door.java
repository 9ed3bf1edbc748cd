/** Can be used again after each stop, needs what nobody can make, and never takes one thing. */
public class Door {
    /** Nobody can make one. */
    public interface Key {
        int teeth();

        boolean fits(Door door);
    }

    /** There are no others. */
    public static final class Only {
        private Only() {}
    }

    private boolean runs;
    private int rounds;

    public void start() {
        if (runs) {
            throw new IllegalStateException("it runs");
        }
        runs = true;
        rounds++;
    }

    public void stop() {
        if (!runs) {
            throw new IllegalStateException("it stands");
        }
        runs = false;
    }

    public void open(Only only) {
        runs = only != null;
    }

    @Deprecated
    public void shut(Only only) {
        runs = only == null;
    }
}

package known;

/** Mangled: a default of the compiler's beside the method with all its arguments. */
public final class Wrapper {
    private int count;

    public void fill(int more) {
        if (more < 0 || more > 10) {
            throw new IllegalArgumentException("0 to 10");
        }
        count = more;
    }

    public void fill$default(int more, int mask) {
        fill((mask & 1) == 0 ? more : 1);
    }

    public void drain() {
        if (count == 0) {
            throw new IllegalStateException("empty");
        }
        count = 0;
    }
}

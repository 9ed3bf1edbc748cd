package known;

/** Depth: a count three objects away. */
public final class Engine {
    /** One object in another. */
    static final class Part {
        final Part inner;
        int count;

        Part(Part inner) {
            this.inner = inner;
        }
    }

    private final Part outer = new Part(new Part(new Part(null)));

    public void add() {
        outer.inner.inner.count++;
    }

    public void remove() {
        if (outer.inner.inner.count == 0) {
            throw new IllegalStateException("nothing there");
        }
        outer.inner.inner.count--;
    }
}

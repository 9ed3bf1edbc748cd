package known;

/** Mangled: an accessor of the compiler's that breaks what the others keep. */
public final class Task {
    private int step;

    public void access$advance() {
        step += 5;
    }

    public void start() {
        if (step != 0) {
            throw new IllegalStateException("started");
        }
        step = 1;
    }

    public void finish() {
        if (step != 1) {
            throw new IllegalStateException("not running");
        }
        step = 2;
    }
}

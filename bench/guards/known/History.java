package known;

/** Capacity: thirty steps can be taken back, older ones are forgotten; a new step forgets what was taken back. */
public final class History {
    private static final int DEPTH = 30;

    private int past;
    private int future;

    public void step() {
        past = Math.min(DEPTH, past + 1);
        future = 0;
    }

    public void undo() {
        if (past == 0) {
            throw new IllegalStateException("nothing to undo");
        }
        past--;
        future++;
    }

    public void redo() {
        if (future == 0) {
            throw new IllegalStateException("nothing to redo");
        }
        future--;
        past++;
    }

    public boolean forgets() {
        return past == DEPTH;
    }
}

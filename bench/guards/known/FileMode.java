package known;

/** Constants: two characters are modes, and only one of them can write. */
public final class FileMode {
    private char mode;

    public void setMode(char next) {
        if (next != 'r' && next != 'w') {
            throw new IllegalArgumentException("no such mode");
        }
        mode = next;
    }

    public void write() {
        if (mode != 'w') {
            throw new IllegalStateException("not writable");
        }
    }
}

package known;

import java.nio.BufferOverflowException;

/** Outcomes: an upload in pieces, which is compared with the expected size at its end. */
public final class UploadSession {
    /** How the size that came compares with the size that was expected. */
    public enum Verdict {
        COMPLETE,
        SHORT,
        LONG
    }

    private static final int LIMIT = 4096;
    private String name;
    private int received;

    /** False if another upload is under way. */
    public boolean begin(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("an upload needs a name");
        }
        if (this.name != null) {
            return false;
        }
        this.name = name;
        received = 0;
        return true;
    }

    public void append(int count) {
        requireOpen();
        if (count <= 0) {
            throw new IllegalArgumentException("nothing to append");
        }
        if (count > LIMIT - received) {
            throw new BufferOverflowException();
        }
        received += count;
    }

    /** Ends the upload if it has the expected size, else it goes on. */
    public Verdict finish(int expected) {
        requireOpen();
        if (received < expected) {
            return Verdict.SHORT;
        }
        if (received > expected) {
            return Verdict.LONG;
        }
        name = null;
        return Verdict.COMPLETE;
    }

    private void requireOpen() {
        if (name == null) {
            throw new IllegalStateException("no upload");
        }
    }
}

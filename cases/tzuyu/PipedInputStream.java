/** The reading end of a pipe, reduced to its protocol. */
public final class PipedInputStream {
    /** Whether it has a writing end. */
    boolean connected;

    public PipedInputStream() {}

    /** One that has a writing end already. */
    public PipedInputStream(PipedOutputStream source) {
        source.connect(this);
    }
}

/** The writing end of a pipe, reduced to its protocol: nothing flows. */
public final class PipedOutputStream {
    private PipedInputStream sink;

    public void connect(PipedInputStream source) {
        if (source == null) {
            throw new NullPointerException("there is nothing to connect with");
        }
        if (sink != null || source.connected) {
            throw new IllegalStateException("already connected");
        }
        sink = source;
        source.connected = true;
    }

    public void write() {
        if (sink == null) {
            throw new IllegalStateException("not connected");
        }
    }

    public void flush() {}

    public void close() {}
}

package known;

/** Lengths: at most a thousand bytes, and not none. */
public final class Packet {
    private int sent;

    public void send(byte[] content) {
        if (content.length == 0 || content.length > 1000) {
            throw new IllegalArgumentException("1 to 1000 bytes");
        }
        sent++;
    }
}

package known;

/** Hidden: a counter in an array; the third stamp is the last. */
public final class Stamps {
    private final byte[] stamps = new byte[1];

    public void stamp() {
        if (stamps[0] == 3) {
            throw new IllegalStateException("full");
        }
        stamps[0]++;
    }

    public void renew() {
        stamps[0] = 0;
    }
}

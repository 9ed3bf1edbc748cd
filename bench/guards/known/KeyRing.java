package known;

/** Objects of others: a key opens only the ring that made it, and only once. */
public final class KeyRing {
    /** Made by a ring. */
    public static final class Key {
        private final KeyRing ring;
        private boolean isUsed;

        private Key(KeyRing ring) {
            this.ring = ring;
        }
    }

    private int opened;

    public Key newKey() {
        return new Key(this);
    }

    public void open(Key key) {
        if (key.ring != this) {
            throw new IllegalArgumentException("the key of another ring");
        }
        if (key.isUsed) {
            throw new IllegalStateException("used");
        }
        key.isUsed = true;
        opened++;
    }
}

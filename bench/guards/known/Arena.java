package known;

/** Memory: any size is allowed that is not below 0, so far as there is memory. */
public final class Arena {
    private byte[] content = new byte[0];

    public void allocate(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("below nothing");
        }
        content = new byte[size];
    }

    public void touch() {
        content[0]++;
    }
}

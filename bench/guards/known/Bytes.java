package known;

/** Mangled: a method of the module is public in the class file, and not meant for callers. */
public final class Bytes {
    private int size;

    public void setSize$known(int next) {
        size = next;
    }

    public void write() {
        size++;
    }

    public void read() {
        if (size <= 0) {
            throw new IllegalStateException("empty");
        }
        size--;
    }
}

package known;

/** Numbers: the sum of two numbers may overflow, and then a window passes that should not. */
public final class Window {
    private int opened;

    public void open(int offset, int length) {
        if (offset < 0 || length < 0 || offset + length > 16) {
            throw new IndexOutOfBoundsException("outside");
        }
        opened++;
    }
}

package known;

/** Several features: three times the width is at most twice the height. */
public final class Frame {
    private int width = 1;
    private int height = 2;

    public void wider() {
        width++;
    }

    public void higher() {
        height++;
    }

    public void hang() {
        if (3 * width > 2 * height) {
            throw new IllegalStateException("too wide");
        }
    }
}

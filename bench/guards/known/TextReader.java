package known;

/** Makers: made of a text, or of a text and a place to start; reading ends where the text does. */
public final class TextReader {
    private final String text;
    private int at;

    public TextReader(String text) {
        this.text = text.trim();
    }

    public TextReader(String text, int start) {
        this.text = text;
        if (start < 0 || start > text.length()) {
            throw new IndexOutOfBoundsException("outside");
        }
        at = start;
    }

    public void read() {
        if (at >= text.length()) {
            throw new IllegalStateException("at the end");
        }
        at++;
    }
}

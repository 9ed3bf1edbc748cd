package known;

/** Lengths: from one character to forty. */
public final class Title {
    private String text;

    public void set(String next) {
        if (next == null || next.isEmpty() || next.length() > 40) {
            throw new IllegalArgumentException("one to forty characters");
        }
        text = next;
    }

    public int size() {
        return text.length();
    }
}

package known;

/** Outcomes: `get` answers null until something was put, and `put` what was there before. */
public final class Slot {
    private String value;

    public String put(String next) {
        if (next == null) {
            throw new IllegalArgumentException("nothing to put");
        }
        String before = value;
        value = next;
        return before;
    }

    public String get() {
        return value;
    }

    public void clear() {
        value = null;
    }
}

package known;

/** Makers: two static factories and no constructor; only one of them has a limit. */
public final class Mailslot {
    private final int limit;
    private int count;

    private Mailslot(int limit) {
        this.limit = limit;
    }

    public static Mailslot bounded(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("below nothing");
        }
        return new Mailslot(limit);
    }

    public static Mailslot unbounded() {
        return new Mailslot(-1);
    }

    public void drop() {
        if (limit >= 0 && count >= limit) {
            throw new IllegalStateException("full");
        }
        count++;
    }

    public void empty() {
        count = 0;
    }
}

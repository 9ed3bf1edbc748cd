package known;

/** Objects: a constructor that takes its own class; null ends it. It needs a link with a link behind it. */
public final class Chain {
    /** One of many. */
    public static final class Link {
        private final Link next;

        public Link(Link next) {
            this.next = next;
        }

        public Link next() {
            return next;
        }
    }

    private int hung;

    public void hang(Link first) {
        if (first == null || first.next == null) {
            throw new IllegalArgumentException("two links at least");
        }
        hung++;
    }
}

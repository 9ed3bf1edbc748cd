package known;

/** Objects: the priority of a letter is 0 to 5. */
public final class Mailbox {
    /** What is sent. */
    public static final class Letter {
        private final int priority;

        public Letter(int priority) {
            this.priority = priority;
        }

        public int priority() {
            return priority;
        }
    }

    private int sent;

    public void send(Letter letter) {
        if (letter.priority < 0 || letter.priority > 5) {
            throw new IllegalArgumentException("0 to 5");
        }
        sent++;
    }
}

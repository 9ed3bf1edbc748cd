package known;

/** Objects of others: it goes back to a savepoint of its own that is neither committed nor ahead. */
public final class Journal {
    /** Where a journal once was. */
    public static final class Savepoint {
        private final Journal journal;
        private final int position;

        private Savepoint(Journal journal, int position) {
            this.journal = journal;
            this.position = position;
        }
    }

    private int position;
    private int committed;

    public void edit() {
        position++;
    }

    public Savepoint save() {
        return new Savepoint(this, position);
    }

    public boolean isAt(Savepoint savepoint) {
        return savepoint.journal == this && savepoint.position == position;
    }

    public void rollback(Savepoint savepoint) {
        if (savepoint.journal != this) {
            throw new IllegalArgumentException("of another journal");
        }
        if (savepoint.position < committed || savepoint.position > position) {
            throw new IllegalStateException("it is gone");
        }
        position = savepoint.position;
    }

    public void commit() {
        if (position == committed) {
            throw new IllegalStateException("nothing to commit");
        }
        committed = position;
    }
}

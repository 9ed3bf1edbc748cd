package known;

/** Depth: a count four objects away. */
public final class Plant {
    /** The first. */
    static final class Hall {
        final Aisle aisle = new Aisle();
    }

    /** The second. */
    static final class Aisle {
        final Shelf shelf = new Shelf();
    }

    /** The third. */
    static final class Shelf {
        final Crate crate = new Crate();
    }

    /** The fourth. */
    static final class Crate {
        int count;
    }

    private final Hall hall = new Hall();

    public void add() {
        hall.aisle.shelf.crate.count++;
    }

    public void take(int count) {
        if (count < 1 || count > hall.aisle.shelf.crate.count) {
            throw new IllegalArgumentException("not so many");
        }
        hall.aisle.shelf.crate.count -= count;
    }
}

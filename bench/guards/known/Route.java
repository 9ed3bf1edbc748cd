package known;

/** Objects of others: the stops of a linked route, which know whose they are until they are removed. */
public final class Route {
    /** Linked both ways. */
    public static final class Stop {
        private final int number;
        private Route route;
        private Stop previous;
        private Stop next;

        private Stop(Route route, int number) {
            this.route = route;
            this.number = number;
        }
    }

    private Stop first;
    private Stop last;
    private int issued;

    public Stop add() {
        Stop stop = new Stop(this, issued++);
        stop.previous = last;
        if (last == null) {
            first = stop;
        } else {
            last.next = stop;
        }
        last = stop;
        return stop;
    }

    public Stop first() {
        return first;
    }

    public Stop after(Stop stop) {
        return own(stop).next;
    }

    public void remove(Stop stop) {
        Stop before = own(stop).previous;
        Stop behind = stop.next;
        first = before == null ? behind : first;
        last = behind == null ? before : last;
        if (before != null) {
            before.next = behind;
        }
        if (behind != null) {
            behind.previous = before;
        }
        stop.route = null;
    }

    private Stop own(Stop stop) {
        if (stop.route != this) {
            throw new IllegalArgumentException("no stop of this route");
        }
        return stop;
    }
}

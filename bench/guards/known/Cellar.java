package known;

import java.util.concurrent.atomic.AtomicInteger;

/** Depth: a flag five objects away, in atomic numbers and lists' neighbours. */
public final class Cellar {
    /** One object in another. */
    static final class Door {
        final Door next;
        final AtomicInteger knocks = new AtomicInteger();
        boolean isOpen;

        Door(Door next) {
            this.next = next;
        }
    }

    private final Door first = new Door(new Door(new Door(new Door(new Door(null)))));

    public void open() {
        first.next.next.next.next.isOpen = true;
    }

    public void knock() {
        first.next.next.knocks.incrementAndGet();
    }

    public void enter() {
        if (!first.next.next.next.next.isOpen || first.next.next.knocks.get() < 2) {
            throw new IllegalStateException("stay outside");
        }
    }
}

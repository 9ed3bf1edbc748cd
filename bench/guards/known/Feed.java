package known;

import java.util.ArrayList;
import java.util.List;

/** Objects of others: a subscription is served by the feed that gave it out, until it is cancelled; three at once. */
public final class Feed {
    /** Given out by a feed. */
    public static final class Subscription {
        private final Feed origin;
        private final int number;
        private boolean isPaused;

        private Subscription(Feed origin, int number) {
            this.origin = origin;
            this.number = number;
        }

        @Override
        public String toString() {
            return "subscription " + number + (origin.active.contains(this) ? "" : ", cancelled");
        }
    }

    private final List<Subscription> active = new ArrayList<>();
    private int issued;

    public Subscription subscribe() {
        if (active.size() == 3) {
            return null;
        }
        Subscription subscription = new Subscription(this, issued++);
        active.add(subscription);
        return subscription;
    }

    public boolean cancel(Subscription subscription) {
        return active.remove(subscription);
    }

    public void deliver(Subscription subscription) {
        require(subscription);
        if (subscription.isPaused) {
            throw new IllegalStateException("paused");
        }
    }

    public void pause(Subscription subscription) {
        require(subscription);
        subscription.isPaused = true;
    }

    private void require(Subscription subscription) {
        if (!active.contains(subscription)) {
            throw new IllegalArgumentException("not of this feed");
        }
    }
}

package known;

import check.Truth;
import java.util.TreeMap;

/** What {@link Feed} answers. */
final class FeedTruth extends Truth {
    /** By number, whether it is paused. */
    private final TreeMap<Integer, Boolean> subscribed = new TreeMap<>();
    private int next;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("subscribe")) {
            boolean isFull = subscribed.size() > 2;
            if (!isFull) {
                subscribed.put(next++, false);
            }
            return isFull ? "null" : "not null";
        }
        boolean isOwn = arguments[0] != null && field(arguments[0], "origin") == receiver();
        int number = isOwn ? (int) field(arguments[0], "number") : -1;
        Boolean isPaused = subscribed.get(number);
        if (method.equals("cancel")) {
            subscribed.remove(number);
            return String.valueOf(isPaused != null);
        } else if (isPaused == null) {
            return "IllegalArgumentException";
        } else if (method.equals("pause")) {
            subscribed.put(number, true);
            return "ok";
        }
        return isPaused ? "IllegalStateException" : "ok";
    }
}

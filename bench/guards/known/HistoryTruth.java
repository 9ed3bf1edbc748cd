package known;

import check.Truth;
import java.util.ArrayDeque;
import java.util.Deque;

/** What {@link History} answers. */
final class HistoryTruth extends Truth {
    private final Deque<Object> done = new ArrayDeque<>();
    private final Deque<Object> undone = new ArrayDeque<>();

    @Override
    public String call(String method, Object[] arguments) {
        switch (method) {
            case "step":
                undone.clear();
                done.push(method);
                if (done.size() > 30) {
                    done.removeLast();
                }
                return "ok";
            case "undo":
                return moves(done, undone);
            case "redo":
                return moves(undone, done);
            default:
                return String.valueOf(done.size() >= 30);
        }
    }

    private static String moves(Deque<Object> from, Deque<Object> to) {
        Object one = from.poll();
        if (one != null) {
            to.push(one);
        }
        return one == null ? "IllegalStateException" : "ok";
    }
}

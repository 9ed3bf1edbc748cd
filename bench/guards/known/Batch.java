package known;

import java.util.ArrayList;
import java.util.List;

/** Lengths: a list fits if it and what is there are at most five. */
public final class Batch {
    private final List<Integer> items = new ArrayList<>();

    public void addAll(List<Integer> more) {
        if (items.size() + more.size() > 5) {
            throw new IllegalStateException("at most five");
        }
        items.addAll(more);
    }

    public void clear() {
        items.clear();
    }
}

package known;

import java.util.ArrayList;
import java.util.List;

/** Capacity: 1,024 fit in a list. */
public final class Warehouse {
    private final List<String> boxes = new ArrayList<>();

    public void store(String box) {
        if (boxes.size() >= 1024) {
            throw new IllegalStateException("full");
        }
        boxes.add(box);
    }

    public void fetch() {
        if (boxes.isEmpty()) {
            throw new IllegalStateException("empty");
        }
        boxes.remove(boxes.size() - 1);
    }
}

import java.util.ArrayList;
import java.util.List;

/** Overloads, and texts with all that separates words. */
public class Notes {
    private final List<Object> all = new ArrayList<>();

    public Notes() {}

    public Notes(String first) {
        add(first);
    }

    public void add(Object note) {
        all.add(note);
    }

    public void add(int place, Object note) {
        all.add(place, note);
    }

    public void clear() {
        all.clear();
    }

    public void say(String text) {
        if (!text.equals("@say \"it\", (now)")) {
            throw new IllegalStateException("not said");
        }
    }

    public void refuse(String text) {
        throw new UnsupportedOperationException("no, " + text);
    }
}

package known;

import java.util.List;

/** Lengths: a list of names that has no null among them, and at least one. */
public final class Roster {
    private int rosters;

    public void enlist(List<String> names) {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("nobody");
        }
        for (String name : names) {
            if (name == null) {
                throw new NullPointerException("a name");
            }
        }
        rosters++;
    }
}

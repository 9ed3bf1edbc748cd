package known;

import java.util.Comparator;

/** Functional interfaces: who is ahead by the order of the day becomes the champion; a draw is not allowed. */
public final class Champion {
    private static final int ENOUGH = 3;

    private String holder;
    private int defences;

    public boolean challenge(String challenger, Comparator<String> order) {
        if (challenger.isEmpty()) {
            throw new IllegalArgumentException("nobody");
        }
        if (holder != null) {
            int difference = order.compare(challenger, holder);
            if (difference == 0) {
                throw new IllegalStateException("a draw");
            }
            if (difference < 0) {
                defences++;
                return false;
            }
        }
        holder = challenger;
        defences = 0;
        return true;
    }

    public String holder() {
        return holder;
    }

    public void retire() {
        if (holder == null || defences < ENOUGH) {
            throw new IllegalStateException("too early");
        }
        holder = null;
        defences = 0;
    }
}

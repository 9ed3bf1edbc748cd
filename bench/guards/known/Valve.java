package known;

/** Outcomes: `offer` says no when three are in, `poll` when none is. */
public final class Valve {
    private int held;

    public boolean offer() {
        if (held == 3) {
            return false;
        }
        held++;
        return true;
    }

    public boolean poll() {
        if (held == 0) {
            return false;
        }
        held--;
        return true;
    }
}

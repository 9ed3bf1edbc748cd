package known;

/** Capacity: 1,024 fit, drop by drop or ten at once; two marks on the way up. */
public final class Cistern {
    private static final int CAPACITY = 1024;

    /** How full it is. */
    public enum Mark { LOW, MIDDLE, HIGH }

    private int litres;

    public void pour() {
        fill(1);
    }

    public void pourBucket() {
        fill(10);
    }

    private void fill(int more) {
        if (litres + more > CAPACITY) {
            throw new IllegalStateException("it would overflow");
        }
        litres += more;
    }

    public Mark mark() {
        if (litres < 100) {
            return Mark.LOW;
        }
        return litres < 500 ? Mark.MIDDLE : Mark.HIGH;
    }

    public void drain() {
        if (litres == 0) {
            throw new IllegalStateException("empty");
        }
        litres = 0;
    }
}

package known;

/** Numbers: a long total that must not overflow. */
public final class Odometer {
    private long total;

    public void drive(long distance) {
        total = Math.addExact(total, distance);
    }

    public void serve() {
        if (total < 1_000_000_000_000L) {
            throw new IllegalStateException("too early");
        }
    }
}

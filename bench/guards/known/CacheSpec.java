package known;

/** Makers: three constructors and two static factories say how much fits, each with its own check. */
public final class CacheSpec {
    private final String name;
    private final long soft;
    private final long hard;
    private long used;

    private CacheSpec(String name, long soft, long hard) {
        this.name = name;
        this.soft = soft;
        this.hard = hard;
    }

    public CacheSpec() {
        this("default", 8, 16);
    }

    public CacheSpec(int capacity) {
        this("sized", capacity, capacity);
        if (capacity < 1) {
            throw new IllegalArgumentException("no room");
        }
    }

    public CacheSpec(int soft, int hard) {
        this("ranged", soft, hard);
        if (soft < 0 || hard < soft) {
            throw new IllegalArgumentException("0 <= soft <= hard");
        }
    }

    public static CacheSpec unbounded() {
        return new CacheSpec("unbounded", 1000, Long.MAX_VALUE);
    }

    public static CacheSpec named(String name) {
        if (name.isEmpty() || name.length() > 40) {
            throw new IllegalArgumentException("1 to 40 characters");
        }
        return new CacheSpec(name, 4, 12);
    }

    public void put(int weight) {
        if (weight <= 0) {
            throw new IllegalArgumentException("weighs nothing");
        }
        if (used + weight > hard) {
            throw new IllegalStateException(name + " is full");
        }
        used += weight;
    }

    public boolean isCrowded() {
        return used > soft;
    }
}

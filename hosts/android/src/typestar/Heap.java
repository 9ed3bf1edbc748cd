package typestar;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/** What lives on after a collection of long-lived objects, which is all that a leak can be seen in. */
final class Heap {
    /** So many bytes more than the least that was ever seen are a leak. */
    private static final long LEAK = 64L << 20;
    /** Words between two looks. */
    private static final int RARELY = 8;

    private MemoryPoolMXBean pool;
    private int words;
    private long last;
    private long least = Long.MAX_VALUE;

    /** Whether a collection since the last look has found a leak. */
    boolean hasGrown() {
        if (++words % RARELY != 0) {
            return false;
        }
        long lives = afterCollection();
        if (lives == 0 || lives == last) {
            return false; // nothing was collected
        }
        last = lives;
        least = Math.min(least, lives);
        return lives > least + LEAK;
    }

    private long afterCollection() {
        pool = pool == null ? longLived() : pool;
        MemoryUsage usage = pool == null ? null : pool.getCollectionUsage();
        return usage == null ? 0 : usage.getUsed();
    }

    private static MemoryPoolMXBean longLived() {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            boolean isCollected = pool.isCollectionUsageThresholdSupported() && pool.isUsageThresholdSupported();
            if (pool.getType() == MemoryType.HEAP && isCollected) {
                return pool;
            }
        }
        return null;
    }
}

package typestar;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How long calls of each method may take. The first that does not return has all the time there is; from then on what
 * the method's returns have cost decides, as long as calls do not return in the way that was seen. A call that waits
 * where nobody can end that needs less: only a machine that stalls could make it look so.
 */
final class Deadlines {
    /** So many times as long as the longest return is long enough, */
    private static final int TIMES = 20;
    /** and never less than this part of all the time. */
    private static final int PART = 5;
    /** A wait that ends by itself gets this part of all the time, where whoever asks takes it for no example. */
    private static final int PART_OF_A_WAIT = 60;
    /** The first wait that nobody can end gets this part of all the time, */
    private static final int PART_OF_THE_FIRST = 25;
    /** and so many milliseconds are enough for the others. */
    private static final double LEAST = 10;
    /** What a memo says beside methods; no method has such a name. */
    private static final String KEEPS_LOCKS = "keeps locks";

    private final double all;
    /** Whether whoever asks takes a wait that ends by itself for no example of anything. */
    private final boolean tellsWaits;
    private final Map<String, Method> methods = new LinkedHashMap<>();
    /** Whether a thread that was left behind kept a lock that other objects need. */
    private boolean keepsLocks;

    Deadlines(double all, boolean tellsWaits) {
        this.all = all;
        this.tellsWaits = tellsWaits;
    }

    /** What is known of a method. */
    private static final class Method {
        double longest;
        final Set<Stay> seen = EnumSet.noneOf(Stay.class);
    }

    /** A call came back after so many milliseconds. */
    synchronized void returned(String method, double milliseconds) {
        Method known = of(method);
        known.longest = Math.max(known.longest, milliseconds);
    }

    /** A thread that was left behind kept another one out. From now on no process is used further behind one. */
    synchronized void keepsLocks() {
        keepsLocks = true;
    }

    /** Whether a thread that is left behind may keep others out. */
    synchronized boolean mayKeepLocks() {
        return keepsLocks;
    }

    /** A call did not come back, and this is how it stays. */
    synchronized void stayed(String method, Stay stay) {
        of(method).seen.add(stay);
    }

    /** How many milliseconds a call may stay like this. */
    synchronized double limit(String method, Stay stay) {
        Method known = of(method);
        boolean isSeen = known.seen.contains(stay);
        if (stay == Stay.WAITS) {
            return Math.min(all, isSeen ? LEAST : all / PART_OF_THE_FIRST);
        }
        if (stay == Stay.WAITS_FOR_A_TIME && tellsWaits) {
            // The same for all calls: one that has returned returns again.
            return all / PART_OF_A_WAIT;
        }
        return isSeen ? Math.min(all, Math.max(all / PART, TIMES * known.longest)) : all;
    }

    /** What a process that follows this one should know. */
    synchronized Map<String, Object> memo() {
        Map<String, Object> memo = new LinkedHashMap<>();
        if (keepsLocks) {
            memo.put(KEEPS_LOCKS, true);
        }
        methods.forEach((name, known) -> {
            if (!known.seen.isEmpty()) {
                List<Object> stays = new ArrayList<>();
                known.seen.forEach(stay -> stays.add(stay.name()));
                memo.put(name, List.of(known.longest, stays));
            }
        });
        return memo;
    }

    /** Takes over what an earlier process knew. */
    synchronized void remember(Map<?, ?> memo) {
        keepsLocks = memo.remove(KEEPS_LOCKS) != null;
        memo.forEach((name, told) -> {
            Method known = of((String) name);
            known.longest = ((Number) ((List<?>) told).get(0)).doubleValue();
            ((List<?>) ((List<?>) told).get(1)).forEach(stay -> known.seen.add(Stay.valueOf((String) stay)));
        });
    }

    private Method of(String method) {
        return methods.computeIfAbsent(method, name -> new Method());
    }
}

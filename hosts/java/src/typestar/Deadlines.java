package typestar;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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
    /** A wait that ends by itself gets this part of all the time, where whoever asks takes it for no example, */
    private static final int PART_OF_A_WAIT = 100;
    /** and so many milliseconds at least. */
    private static final double LEAST_OF_A_WAIT = 50;
    /** The first wait that nobody can end gets this part of all the time, */
    private static final int PART_OF_THE_FIRST = 25;
    /** and so many milliseconds are enough for the others. */
    private static final double LEAST = 6;
    /** What a memo says beside methods; no method has such a name. */
    private static final String KEEPS_LOCKS = "keeps locks";
    private static final String LEFT = "left waiting";
    private static final String CAME_BACK = "came back";
    /** So many words whose last call waits are remembered. */
    private static final int MOST_WORDS = 500;

    private final double all;
    /** Whether whoever asks takes a wait that ends by itself for no example of anything. */
    private final boolean tellsWaits;
    private final Map<String, Method> methods = new LinkedHashMap<>();
    /** Whether a thread that was left behind kept a lock that other objects need. */
    private boolean keepsLocks;
    /** Words, by their keys, whose last call waited for a time and was left, */
    private final Set<String> left = new LinkedHashSet<>();
    /** or came back after a while. The same word always ends in the same way, however close to the limit it is. */
    private final Set<String> cameBack = new LinkedHashSet<>();

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

    /** A call, the last one of this word, did not come back, and this is how it stays. */
    synchronized void stayed(String method, Stay stay, String word) {
        of(method).seen.add(stay);
        if (isLeftSoon(stay)) {
            keep(left, word);
        }
    }

    /** A call, the last one of this word, waited for a time, and came back after so many milliseconds. */
    synchronized void waited(String word, double milliseconds) {
        if (isLeftSoon(Stay.WAITS_FOR_A_TIME) && milliseconds > ofAWait() / 4) {
            keep(cameBack, word);
        }
    }

    /** How many milliseconds a wait that ends by itself is given. */
    private double ofAWait() {
        return Math.min(all, Math.max(all / PART_OF_A_WAIT, LEAST_OF_A_WAIT));
    }

    private static void keep(Set<String> words, String word) {
        if (words.add(key(word)) && words.size() > MOST_WORDS) {
            words.remove(words.iterator().next());
        }
    }

    /** What tells a word from others, in few characters. */
    private static String key(String word) {
        return Integer.toHexString(word.hashCode()) + "-" + word.length();
    }

    private boolean isLeftSoon(Stay stay) {
        return stay == Stay.WAITS_FOR_A_TIME && tellsWaits;
    }

    /** How many milliseconds a call, the last one of a word, may stay like this. */
    synchronized double limit(String method, Stay stay, String word) {
        Method known = of(method);
        boolean isSeen = known.seen.contains(stay);
        if (stay == Stay.WAITS) {
            return Math.min(all, isSeen ? LEAST : all / PART_OF_THE_FIRST);
        }
        if (isLeftSoon(stay)) {
            String key = key(word);
            return left.contains(key) ? 0 : cameBack.contains(key) ? all : ofAWait();
        }
        return isSeen ? Math.min(all, Math.max(all / PART, TIMES * known.longest)) : all;
    }

    /** What a process that follows this one should know; with the words if that one follows at once. */
    synchronized Map<String, Object> memo(boolean isLast) {
        Map<String, Object> memo = new LinkedHashMap<>();
        if (keepsLocks) {
            memo.put(KEEPS_LOCKS, true);
        }
        if (isLast && tellsWaits) {
            memo.put(LEFT, new ArrayList<Object>(left));
            memo.put(CAME_BACK, new ArrayList<Object>(cameBack));
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
        remember(memo.remove(LEFT), left);
        remember(memo.remove(CAME_BACK), cameBack);
        memo.forEach((name, told) -> {
            Method known = of((String) name);
            known.longest = ((Number) ((List<?>) told).get(0)).doubleValue();
            ((List<?>) ((List<?>) told).get(1)).forEach(stay -> known.seen.add(Stay.valueOf((String) stay)));
        });
    }

    private static void remember(Object told, Set<String> words) {
        if (told != null) {
            ((List<?>) told).forEach(word -> words.add((String) word));
        }
    }

    private Method of(String method) {
        return methods.computeIfAbsent(method, name -> new Method());
    }
}

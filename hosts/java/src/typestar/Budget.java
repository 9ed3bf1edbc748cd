package typestar;

/**
 * How often the objects that we made answer within one call. They answer the same each time, so a loop that asks them
 * until they say something else never ends, and nothing can end a thread that computes. A call that asks more often is
 * broken off, which says something about our objects and nothing about the class. Only the thread of the call counts:
 * threads of the class may ask as often as they like.
 */
final class Budget {
    /** Twice as many as the largest collection that we make has elements. */
    private static final int MOST = 20_000;
    private static final ThreadLocal<Budget> OF_THREAD = ThreadLocal.withInitial(Budget::new);

    private boolean isCounted;
    private int answers;

    private Budget() {}

    /** Breaks off a call. Classes may catch it, so it is not what tells that it happened. */
    static final class Spent extends Error {
        private static final long serialVersionUID = 1;

        Spent() {
            super("a loop asks an argument without end", null, false, false);
        }
    }

    /** From now on and until `end`, answers to this thread count. */
    static void begin() {
        Budget budget = OF_THREAD.get();
        budget.isCounted = true;
        budget.answers = 0;
    }

    /** They count no longer; whether there were too many. */
    static boolean end() {
        Budget budget = OF_THREAD.get();
        budget.isCounted = false;
        return budget.answers > MOST;
    }

    /** One more answer. Whoever goes on asking after too many is told each time. */
    static void spend() {
        Budget budget = OF_THREAD.get();
        if (budget.isCounted && ++budget.answers > MOST) {
            budget.answers = MOST + 1; // however long it goes on
            throw new Spent();
        }
    }
}

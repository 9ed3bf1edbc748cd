package known;

import java.util.ArrayDeque;
import java.util.Deque;

/** Outcomes: one book is lent to one member, and at most two others wait for it. */
public class LoanDesk {
    /** What became of a request. */
    public enum Outcome {
        LENT,
        QUEUED,
        REFUSED
    }

    private static final int LONGEST_QUEUE = 2;

    private final Deque<Integer> waiting = new ArrayDeque<>();
    private int holder;

    public Outcome request(int member) {
        if (member <= 0) {
            throw new IllegalArgumentException("members are numbered from 1");
        }
        if (holder == 0) {
            holder = member;
            return Outcome.LENT;
        }
        if (holder == member) {
            return Outcome.REFUSED;
        }
        if (waiting.size() == LONGEST_QUEUE) {
            throw new IllegalStateException("too many wait");
        }
        waiting.addLast(member);
        return Outcome.QUEUED;
    }

    /** True if the book was this member's; it goes to whoever waits longest. */
    public boolean giveBack(int member) {
        if (holder == 0) {
            throw new IllegalStateException("nobody has it");
        }
        if (holder != member) {
            return false;
        }
        holder = waiting.isEmpty() ? 0 : waiting.removeFirst();
        return true;
    }

    public Integer nextInLine() {
        return waiting.peekFirst();
    }
}

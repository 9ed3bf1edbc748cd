package typestar;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import typestar.android.Env;

/** The work of one word on threads that we do not control, and its gates. */
final class Works {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Gated> all = new ArrayList<>();
    private boolean isOver;

    /** Work that did not come to its gate or its end before the deadline of the step. */
    static final class Lost extends RuntimeException {
        private static final long serialVersionUID = 1;

        Lost() {
            super("background work reached neither its gate nor its end");
        }
    }

    private final class Gated implements Env.Work {
        private boolean isAtGate;
        private boolean isOpen;
        private boolean isDone;

        @Override
        public void gate() throws InterruptedException {
            lock.lock();
            try {
                isAtGate = true;
                changed.signalAll();
                while (!isOpen && !isOver) {
                    changed.await();
                }
                if (isOver || Thread.interrupted()) { // it may be both, let in and interrupted
                    throw new InterruptedException("the word is over, or the work was cancelled");
                }
            } catch (InterruptedException interrupted) {
                // Whoever swallows it shall still find out.
                Thread.currentThread().interrupt();
                throw interrupted;
            } finally {
                isAtGate = false;
                changed.signalAll();
                lock.unlock();
            }
        }

        @Override
        public void done() {
            lock.lock();
            try {
                isDone = true;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    Env.Work announce() {
        Gated work = new Gated();
        lock.lock();
        try {
            all.add(work);
        } finally {
            lock.unlock();
        }
        return work;
    }

    /** Waits until all work is at its gate or done. */
    void settle() {
        if (!all.isEmpty()) {
            await(() -> all.stream().allMatch(work -> work.isDone || work.isAtGate && !work.isOpen));
        }
    }

    /** Opens the next gate, and waits until that work is done; whether there was one. */
    boolean openNext() {
        for (Gated work : all) {
            if (!work.isDone) {
                lock.lock();
                work.isOpen = true;
                changed.signalAll();
                lock.unlock();
                await(() -> work.isDone);
                return true;
            }
        }
        return false;
    }

    /** The word is over: whoever waits at a gate is interrupted. */
    void end() {
        lock.lock();
        isOver = true;
        changed.signalAll();
        lock.unlock();
    }

    private void await(BooleanSupplier isMet) {
        lock.lock();
        try {
            while (!isMet.getAsBoolean()) {
                changed.await(); // for ever is a hang, which the watchdog tells
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Lost();
        } finally {
            lock.unlock();
        }
    }
}

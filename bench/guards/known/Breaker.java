package known;

import java.util.Objects;
import java.util.function.BooleanSupplier;

/** Functional interfaces: an action may fail by its answer or by throwing; after three failures in a row no more are made. */
public final class Breaker {
    private static final int TOLERATED = 3;

    private int failures;
    private boolean isOpen;

    public boolean attempt(BooleanSupplier action) {
        Objects.requireNonNull(action, "action");
        if (isOpen) {
            throw new IllegalStateException("open after " + failures + " failures");
        }
        boolean hasWorked = runs(action);
        failures = hasWorked ? 0 : failures + 1;
        isOpen = failures >= TOLERATED;
        return hasWorked;
    }

    public void reset() {
        if (!isOpen) {
            throw new IllegalStateException("not open");
        }
        isOpen = false;
        failures = 0;
    }

    private static boolean runs(BooleanSupplier action) {
        try {
            return action.getAsBoolean();
        } catch (RuntimeException failure) {
            return false;
        }
    }
}

package known;

import check.Truth;
import java.util.function.BooleanSupplier;

/** What {@link Breaker} answers. */
final class BreakerTruth extends Truth {
    private int lives = 3;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("reset")) {
            boolean works = lives == 0;
            lives = works ? 3 : lives;
            return works ? "ok" : "IllegalStateException";
        } else if (arguments[0] == null) {
            return "NullPointerException";
        } else if (lives == 0) {
            return "IllegalStateException";
        }
        boolean good;
        try {
            good = ((BooleanSupplier) arguments[0]).getAsBoolean();
        } catch (RuntimeException thrown) {
            good = false;
        }
        lives = good ? 3 : lives - 1;
        return String.valueOf(good);
    }
}

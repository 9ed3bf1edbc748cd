package known;

import check.Truth;

/** What {@link Turnstile} answers. */
final class TurnstileTruth extends Truth {
    private int paid;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("feed")) {
            paid++;
            return "ok";
        } else if ((int) arguments[0] < 1) {
            return "IllegalArgumentException";
        }
        paid -= (int) arguments[0];
        return paid >= 0 ? "ok" : "hang";
    }
}

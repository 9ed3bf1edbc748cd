package known;

import check.Truth;

/** What {@link Dial} answers. */
final class DialTruth extends Truth {
    private boolean free;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("unlock")) {
            free = true;
            return "ok";
        }
        return !free ? "IllegalStateException" : ((int) arguments[0] & ~3) == 0 ? "ok" : "IllegalArgumentException";
    }
}

package known;

import check.Truth;

/** What {@link PinPad} answers. */
final class PinPadTruth extends Truth {
    private boolean has;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("unlock")) {
            return has ? "ok" : "IllegalStateException";
        } else if (arguments[0] == null) {
            return "NullPointerException";
        }
        has = ((String) arguments[0]).toCharArray().length > 3;
        return has ? "ok" : "IllegalArgumentException";
    }
}

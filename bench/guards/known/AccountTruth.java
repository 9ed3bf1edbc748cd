package known;

import check.Truth;

/** What {@link Account} answers. */
final class AccountTruth extends Truth {
    private int own = 10;
    private boolean closed;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("close")) {
            closed = true;
            return "ok";
        } else if (arguments[0] == null) {
            return "NullPointerException";
        } else if (closed || arguments[0] == receiver() || (boolean) field(arguments[0], "isClosed")) {
            return "IllegalArgumentException";
        }
        int amount = (int) arguments[1];
        boolean isEnough = amount > 0 && own >= amount;
        own -= isEnough ? amount : 0;
        return isEnough ? "ok" : "IllegalStateException";
    }
}

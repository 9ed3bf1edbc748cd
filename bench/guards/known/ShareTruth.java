package known;

import check.Truth;

/** What {@link Share} answers. */
final class ShareTruth extends Truth {
    private int left = 100;

    @Override
    public String call(String method, Object[] arguments) {
        if (arguments[0] == null) {
            return "NullPointerException";
        }
        left -= ((Share.Percent) arguments[0]).value();
        return left >= 0 ? "ok" : "IllegalStateException";
    }
}

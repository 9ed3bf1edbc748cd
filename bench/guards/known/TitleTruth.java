package known;

import check.Truth;

/** What {@link Title} answers. */
final class TitleTruth extends Truth {
    private boolean has;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("size")) {
            return has ? "ok" : "NullPointerException";
        }
        int length = arguments[0] == null ? 0 : ((CharSequence) arguments[0]).length();
        has = length > 0 && length < 41;
        return has ? "ok" : "IllegalArgumentException";
    }
}

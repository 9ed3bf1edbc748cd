package known;

import check.Truth;

/** What {@link Tape} answers. */
final class TapeTruth extends Truth {
    private long written;

    @Override
    public String call(String method, Object[] arguments) {
        long first = (int) arguments[0];
        if (method.equals("write")) {
            written += first >= 0 && first <= 100 ? first : 0;
            return first >= 0 && first <= 100 ? "ok" : "IllegalArgumentException";
        }
        long count = (int) arguments[1];
        return first >= 0 && count >= 0 && written - count >= first ? "ok" : "IndexOutOfBoundsException";
    }
}

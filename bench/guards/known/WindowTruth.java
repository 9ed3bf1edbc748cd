package known;

import check.Truth;

/** What {@link Window} answers. */
final class WindowTruth extends Truth {
    @Override
    public String call(String method, Object[] arguments) {
        long offset = (int) arguments[0];
        long length = (int) arguments[1];
        boolean fits = offset + length <= 16 || offset + length > Integer.MAX_VALUE;
        return offset >= 0 && length >= 0 && fits ? "ok" : "IndexOutOfBoundsException";
    }
}

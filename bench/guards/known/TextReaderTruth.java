package known;

import check.Truth;

/** What {@link TextReader} answers. */
final class TextReaderTruth extends Truth {
    private int left;

    @Override
    public String made(String maker, Object[] arguments) {
        if (arguments.length == 2 && (int) arguments[1] < 0) {
            return "IndexOutOfBoundsException";
        } else if (arguments[0] == null) {
            return "NullPointerException";
        }
        String text = (String) arguments[0];
        String trimmed = text.replaceAll("^[\\x00- ]+|[\\x00- ]+$", "");
        left = arguments.length == 1 ? trimmed.length() : text.length() - (int) arguments[1];
        return left >= 0 ? "ok" : "IndexOutOfBoundsException";
    }

    @Override
    public String call(String method, Object[] arguments) {
        return left-- > 0 ? "ok" : "IllegalStateException";
    }
}

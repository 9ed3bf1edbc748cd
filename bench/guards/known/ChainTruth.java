package known;

import check.Truth;

/** What {@link Chain} answers. */
final class ChainTruth extends Truth {
    @Override
    public String call(String method, Object[] arguments) {
        int length = 0;
        for (Chain.Link link = (Chain.Link) arguments[0]; link != null; link = link.next()) {
            length++;
        }
        return length > 1 ? "ok" : "IllegalArgumentException";
    }
}

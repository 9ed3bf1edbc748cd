package known;

import check.Truth;

/** What {@link Stamps} answers. */
final class StampsTruth extends Truth {
    private int left = 3;

    @Override
    public String call(String method, Object[] arguments) {
        left = method.equals("renew") ? 3 : left - 1;
        return left >= 0 ? "ok" : "IllegalStateException";
    }
}

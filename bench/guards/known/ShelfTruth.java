package known;

import check.Truth;

/** What {@link Shelf} answers. */
final class ShelfTruth extends Truth {
    private int free = 64;

    @Override
    public String call(String method, Object[] arguments) {
        free += method.equals("add") ? -1 : 1;
        return free >= 0 && free <= 64 ? "ok" : "IllegalStateException";
    }
}

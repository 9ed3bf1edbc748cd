package known;

import check.Truth;

/** What {@link Warehouse} answers. */
final class WarehouseTruth extends Truth {
    private int count;

    @Override
    public String call(String method, Object[] arguments) {
        count += method.equals("store") ? 1 : -1;
        return count >= 0 && count < 1025 ? "ok" : "IllegalStateException";
    }
}

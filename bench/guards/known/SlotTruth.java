package known;

import check.Truth;

/** What {@link Slot} answers. */
final class SlotTruth extends Truth {
    private boolean full;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("put") && arguments[0] == null) {
            return "IllegalArgumentException";
        }
        boolean was = full;
        full = method.equals("put") || method.equals("get") && full;
        return method.equals("clear") ? "ok" : was ? "not null" : "null";
    }
}

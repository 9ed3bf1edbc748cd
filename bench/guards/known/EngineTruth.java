package known;

import check.Truth;

/** What {@link Engine} answers. */
final class EngineTruth extends Truth {
    private int number;

    @Override
    public String call(String method, Object[] arguments) {
        number += method.equals("add") ? 1 : -1;
        return number >= 0 ? "ok" : "IllegalStateException";
    }
}

package known;

import check.Truth;
import java.util.function.IntPredicate;

/** What {@link Filter} answers. */
final class FilterTruth extends Truth {
    private boolean has = true;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("use")) {
            return has ? "ok" : "IllegalStateException";
        } else if (arguments[0] == null) {
            return "NullPointerException";
        }
        boolean isKept = ((IntPredicate) arguments[0]).test(has ? 1 : 0);
        has &= isKept;
        return String.valueOf(isKept);
    }
}

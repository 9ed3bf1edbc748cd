package known;

import check.Truth;
import java.util.function.IntSupplier;

/** What {@link Supply} answers. */
final class SupplyTruth extends Truth {
    private boolean has;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("consume")) {
            boolean had = has;
            has = false;
            return had ? "ok" : "IllegalStateException";
        } else if (arguments[0] == null) {
            return "NullPointerException";
        }
        has = ((IntSupplier) arguments[0]).getAsInt() >= 1;
        return has ? "ok" : "IllegalArgumentException";
    }
}

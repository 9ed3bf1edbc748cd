package known;

import check.Truth;
import java.util.List;

/** What {@link Batch} answers. */
final class BatchTruth extends Truth {
    private int count;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("clear")) {
            count = 0;
            return "ok";
        } else if (arguments[0] == null) {
            return "NullPointerException";
        }
        count += ((List<?>) arguments[0]).size();
        return count <= 5 ? "ok" : "IllegalStateException";
    }
}

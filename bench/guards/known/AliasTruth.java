package known;

import check.Truth;
import java.util.function.Function;

/** What {@link Alias} answers. */
final class AliasTruth extends Truth {
    private boolean known;
    private int inVain;

    @SuppressWarnings("unchecked")
    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("isHopeless")) {
            return String.valueOf(inVain > 1);
        } else if (method.equals("forget")) {
            boolean was = known;
            known = false;
            return was ? "ok" : "UnsupportedOperationException";
        } else if (known) {
            return "not null";
        } else if (arguments[0] == null) {
            return "NullPointerException";
        }
        Object answer = ((Function<Object, Object>) arguments[0]).apply("start");
        if (answer == null) {
            inVain++;
            return "null";
        } else if ("start".equals(answer)) {
            return "IllegalStateException";
        }
        inVain = 0;
        known = answer instanceof String;
        return known ? "not null" : "ClassCastException";
    }
}

package known;

import check.Truth;
import java.util.Comparator;

/** What {@link Champion} answers. */
final class ChampionTruth extends Truth {
    /** Below 0 there is none. */
    private int held = -1;

    @SuppressWarnings("unchecked")
    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("holder")) {
            return held < 0 ? "null" : "not null";
        } else if (method.equals("retire")) {
            boolean works = held > 2;
            held = -1;
            return works ? "ok" : "IllegalStateException";
        } else if (arguments[0] == null) {
            return "NullPointerException";
        } else if (((String) arguments[0]).length() == 0) {
            return "IllegalArgumentException";
        } else if (held < 0) {
            held = 0;
            return "true";
        } else if (arguments[1] == null) {
            return "NullPointerException";
        }
        int sign = Integer.signum(((Comparator<Object>) arguments[1]).compare(arguments[0], "x"));
        held = sign > 0 ? 0 : held + 1;
        return sign == 0 ? "IllegalStateException" : String.valueOf(sign == 1);
    }
}

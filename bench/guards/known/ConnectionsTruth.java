package known;

import check.Truth;
import java.util.ArrayList;
import java.util.List;

/** What {@link Connections} answers. */
final class ConnectionsTruth extends Truth {
    private final List<Integer> out = new ArrayList<>();
    private final List<Integer> in = new ArrayList<>();
    private int next;
    private boolean shut;

    @Override
    public String call(String method, Object[] arguments) {
        switch (method) {
            case "borrow":
                if (shut) {
                    return "IllegalStateException";
                } else if (in.isEmpty() && out.size() > 2) {
                    return "null";
                }
                out.add(in.isEmpty() ? (Integer) next++ : in.remove(in.size() - 1));
                return "not null";
            case "evict":
                boolean has = !in.isEmpty();
                in.subList(0, has ? 1 : 0).clear();
                return String.valueOf(has);
            case "close":
                shut = true;
                return out.isEmpty() ? "ok" : "IllegalStateException";
            default:
                return returned(arguments[0], (boolean) arguments[1]);
        }
    }

    private String returned(Object connection, boolean isBroken) {
        if (connection == null) {
            return "NullPointerException";
        } else if (field(connection, "pool") != receiver()) {
            return "IllegalArgumentException";
        }
        Integer number = (Integer) field(connection, "number");
        boolean was = out.remove(number);
        if (was && !isBroken) {
            in.add(number);
        }
        return was ? "ok" : "IllegalStateException";
    }
}

package known;

import check.Truth;
import java.util.ArrayList;
import java.util.List;

/** What {@link ConfigKeys} answers. */
final class ConfigKeysTruth extends Truth {
    private static final List<String> KEYS = List.of("timeout", "retries", "port");
    private static final List<Integer> LOW = List.of(0, 0, 1024);
    private static final List<Integer> BEHIND = List.of(30001, 8, 65536);

    private final List<String> given = new ArrayList<>();
    private boolean closed;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("freeze")) {
            closed = true;
            return "ok";
        } else if (method.equals("set") && closed) {
            return "UnsupportedOperationException";
        } else if (arguments[0] == null) {
            return "NullPointerException";
        }
        String key = (String) arguments[0];
        int place = KEYS.indexOf(key);
        if (place < 0) {
            return "NoSuchElementException";
        } else if (method.equals("get")) {
            return given.contains(key) ? "not null" : "null";
        }
        int value = (int) arguments[1];
        if (value < LOW.get(place) || value >= BEHIND.get(place)) {
            return "IllegalArgumentException";
        }
        given.add(key);
        return "ok";
    }

    @Override
    public Object[] values() {
        return new Object[] {"timeout", "retries", "port", 7, 8, 1023, 1024, 30000, 30001, 65535, 65536};
    }
}

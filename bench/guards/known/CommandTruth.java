package known;

import check.Truth;
import java.util.List;

/** What {@link Command} answers. */
final class CommandTruth extends Truth {
    private boolean on;

    @Override
    public String call(String method, Object[] arguments) {
        Object word = arguments[0];
        if (word == null) {
            return "NullPointerException";
        } else if (!List.of("start", "status", "stop").contains(word)) {
            return "IllegalArgumentException";
        } else if (word.equals("stop") && !on) {
            return "IllegalStateException";
        }
        on = word.equals("start") || on && word.equals("status");
        return "ok";
    }

    @Override
    public Object[] values() {
        return new Object[] {"start", "status", "stop"};
    }
}

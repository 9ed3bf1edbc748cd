package known;

import check.Truth;
import java.util.ArrayDeque;
import java.util.Deque;

/** What {@link DomainName} answers: the room that is left, and the room before each label. */
final class DomainNameTruth extends Truth {
    private final Deque<Integer> before = new ArrayDeque<>();
    private int room = 255;

    @Override
    public String call(String method, Object[] arguments) {
        switch (method) {
            case "isQualified":
                return String.valueOf(before.size() > 1);
            case "removeLast":
                if (before.isEmpty()) {
                    return "NoSuchElementException";
                }
                room = before.pop();
                return "not null";
            default:
                return arguments[0] == null ? "NullPointerException" : add(((String) arguments[0]).length());
        }
    }

    private String add(int characters) {
        if (characters == 0 || characters >= 64) {
            return "IllegalArgumentException";
        } else if (room <= characters) {
            return "IllegalStateException";
        }
        before.push(room);
        room -= characters + 1;
        return "ok";
    }

    @Override
    public Object[] values() {
        return new Object[] {"h".repeat(62), "h".repeat(63), "h".repeat(64)};
    }
}

package known;

import check.Truth;
import java.util.Collection;
import java.util.Objects;

/** What {@link Roster} answers. */
final class RosterTruth extends Truth {
    @Override
    public String call(String method, Object[] arguments) {
        Collection<?> names = (Collection<?>) arguments[0];
        if (names == null || names.stream().anyMatch(Objects::isNull)) {
            return "NullPointerException";
        }
        return names.isEmpty() ? "IllegalArgumentException" : "ok";
    }
}

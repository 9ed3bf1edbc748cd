package typestar;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the case file says about waiting, callbacks, return values and errors. */
final class Settings {
    final boolean wantsRealTime;
    final double quiescence;
    final double horizon;
    final double settle;
    /** How long to rest after some callins, by name. */
    final Map<?, ?> settleAfter;
    final double resetDeadline;
    final double stepDeadline;
    /** How many objects deep fields are followed; null if nobody says so. */
    final Integer fieldDepth;
    final String resetWaitsFor;
    final boolean tellsReturned;
    /** Whether each call is followed by waits until one is quiet, in one step. */
    final boolean drains;
    final Map<?, ?> split;
    final Map<?, ?> returns;
    final List<?> recoverable;
    final Set<Object> ignore;
    final Set<Object> dropRepeated;
    final Set<Object> errors;
    final Map<Object, String> merge = new HashMap<>();

    Settings(Map<?, ?> settings) {
        wantsRealTime = "real".equals(settings.get("clock"));
        quiescence = milliseconds(settings, "quiescence_ms", 200);
        horizon = milliseconds(settings, "horizon_ms", 3_600_000);
        settle = milliseconds(settings, "settle_ms", 0);
        settleAfter = map(settings, "settle_after_ms");
        resetDeadline = milliseconds(settings, "reset_deadline_ms", 5000);
        stepDeadline = milliseconds(settings, "step_deadline_ms", 5000);
        fieldDepth = (Integer) settings.get("field_depth");
        resetWaitsFor = (String) settings.get("reset_waits_for");
        tellsReturned = Boolean.TRUE.equals(settings.get("tell_returned"));
        drains = Boolean.TRUE.equals(settings.get("drain"));
        split = map(settings, "split");
        returns = map(settings, "returns");
        recoverable = list(settings, "recoverable");
        ignore = new HashSet<>(list(settings, "ignore"));
        dropRepeated = new HashSet<>(list(settings, "drop_repeated"));
        errors = new HashSet<>(list(settings, "errors"));
        map(settings, "merge").forEach((name, olds) -> ((List<?>) olds).forEach(old -> merge.put(old, (String) name)));
    }

    private static double milliseconds(Map<?, ?> settings, String name, double standard) {
        Object value = settings.get(name);
        return value == null ? standard : ((Number) value).doubleValue();
    }

    private static Map<?, ?> map(Map<?, ?> settings, String name) {
        return settings.get(name) == null ? Map.of() : (Map<?, ?>) settings.get(name);
    }

    private static List<?> list(Map<?, ?> settings, String name) {
        return settings.get(name) == null ? List.of() : (List<?>) settings.get(name);
    }
}

package typestar;

import java.lang.reflect.Executable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the user gives: values for parameters, by their type, their method, or their place in it (`send.arg1`). */
final class Given {
    private final Map<String, List<Object>> values = new LinkedHashMap<>();

    /** Of texts like {@code a.Mail="@new a.Mail(3)"}: a key, and a value as JSON. */
    Given(List<String> texts) {
        for (String text : texts) {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("--argument " + text + " is not KEY=VALUE");
            }
            Object value = Json.parse(text.substring(equals + 1));
            values.computeIfAbsent(text.substring(0, equals), key -> new ArrayList<>()).add(value);
        }
    }

    /** Whether there are values for a parameter, whose place is counted from 0. */
    boolean isFor(Executable method, int place) {
        return values.keySet().stream().anyMatch(key -> isMeant(key, method, place));
    }

    private static boolean isMeant(String key, Executable method, int place) {
        Class<?> type = method.getParameterTypes()[place];
        String signature = Methods.signature(method, false);
        String at = ".arg" + (place + 1);
        return List.of(type.getTypeName(), type.getSimpleName(), Methods.name(method), Methods.name(method) + at, signature,
                signature + at).contains(key);
    }

    /** Tries what the user wants to be made; a mistake is an IllegalArgumentException. */
    void check(Executable method, Pools pools) {
        for (int place = 0; place < method.getParameterCount(); place++) {
            for (Map.Entry<String, List<Object>> entry : values.entrySet()) {
                if (isMeant(entry.getKey(), method, place)) {
                    check(entry.getKey(), entry.getValue(), method.getParameterTypes()[place], pools);
                }
            }
        }
    }

    private static void check(String key, List<Object> values, Class<?> type, Pools pools) {
        for (Object value : values) {
            String text = String.valueOf(value);
            boolean isExpression = value instanceof String && text.startsWith("@") && !text.startsWith("@@");
            String fault = isExpression ? pools.fault(text.substring(1), type) : null;
            if (fault != null) {
                throw new IllegalArgumentException("the argument " + key + " = " + Json.write(value) + ": " + fault);
            }
        }
    }
}

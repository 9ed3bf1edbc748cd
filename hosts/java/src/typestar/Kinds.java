package typestar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Types as typestar knows them: by what kind of values they have. It knows no class of Java. */
final class Kinds {
    private static final Map<Class<?>, long[]> RANGES = Map.of(
            Byte.class, new long[] {Byte.MIN_VALUE, Byte.MAX_VALUE},
            Short.class, new long[] {Short.MIN_VALUE, Short.MAX_VALUE},
            Integer.class, new long[] {Integer.MIN_VALUE, Integer.MAX_VALUE},
            Long.class, new long[] {Long.MIN_VALUE, Long.MAX_VALUE});
    private static final List<Class<?>> TEXTS = List.of(String.class, CharSequence.class);
    /** What takes any object can be given numbers. */
    private static final List<Class<?>> ANYTHING = List.of(Object.class, Comparable.class);

    private Kinds() {}

    /** A parameter, as it is told with the `ready`: its kind, and values of it. */
    static Map<String, Object> parameter(Class<?> type, List<Integer> constants) {
        Map<String, Object> parameter = described(type);
        if (type == int.class || type == long.class) {
            putValues(parameter, constants);
        } else if (type == char.class) {
            putValues(parameter, List.of("0"));
        } else if (ANYTHING.contains(type)) {
            putValues(parameter, Arrays.asList(1, null, 2));
            parameter.put("plain", 0);
        } else if (type.isArray()) {
            putValues(parameter, arrays(type));
        } else if (isMade(type)) {
            putValues(parameter, Makings.of(type));
            parameter.put("plain", "@new " + type.getTypeName());
        }
        return parameter;
    }

    /** What a method returns, and whether later calls can be given that. */
    static Map<String, Object> returned(Class<?> type) {
        Map<String, Object> returned = described(type);
        if (type != String.class && type.getTypeName().contains(".")) {
            returned.put("again", true);
        }
        return returned;
    }

    private static Map<String, Object> described(Class<?> type) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("type", type.getTypeName());
        described.put("kind", kind(type));
        long[] range = RANGES.get(Arguments.boxed(type));
        if (range != null) {
            described.put("min", range[0]);
            described.put("max", range[1]);
        }
        if (!type.isPrimitive()) {
            described.put("nullable", true);
        }
        return described;
    }

    private static String kind(Class<?> type) {
        Class<?> boxed = Arguments.boxed(type);
        if (type == void.class) {
            return "nothing";
        } else if (boxed == Boolean.class) {
            return "boolean";
        } else if (boxed == Character.class) {
            return "character";
        } else if (boxed == Float.class || boxed == Double.class) {
            return "decimal";
        } else if (boxed == Number.class || RANGES.containsKey(boxed)) {
            return "integer";
        }
        return kindOfObject(type);
    }

    private static String kindOfObject(Class<?> type) {
        if (TEXTS.contains(type)) {
            return "text";
        } else if (type.isArray()) {
            return "array";
        } else if (type.isEnum()) {
            return "enumeration";
        }
        return Iterable.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type) ? "collection" : "object";
    }

    /** Whether values of the type have to be made. */
    private static boolean isMade(Class<?> type) {
        return List.of("enumeration", "collection", "object").contains(kind(type));
    }

    /** Arrays of three lengths. */
    private static List<String> arrays(Class<?> type) {
        List<String> arrays = new ArrayList<>();
        for (int length : new int[] {1, 0, 2}) {
            arrays.add("@new " + type.getComponentType().getTypeName() + "[" + length + "]");
        }
        return arrays;
    }

    private static void putValues(Map<String, Object> parameter, List<?> values) {
        if (!values.isEmpty()) {
            parameter.put("values", values);
        }
    }
}

package typestar;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Types as typestar knows them: by what kind of values they have, and values of the plain ones. */
final class Kinds {
    private static final Map<Class<?>, long[]> RANGES = Map.of(
            Byte.class, new long[] {Byte.MIN_VALUE, Byte.MAX_VALUE},
            Short.class, new long[] {Short.MIN_VALUE, Short.MAX_VALUE},
            Integer.class, new long[] {Integer.MIN_VALUE, Integer.MAX_VALUE},
            Long.class, new long[] {Long.MIN_VALUE, Long.MAX_VALUE});
    private static final List<Class<?>> TEXTS = List.of(String.class, CharSequence.class);
    /** What takes any object can be given numbers. */
    private static final List<Class<?>> ANYTHING = List.of(Object.class, Comparable.class);
    /** Of the constants that a class has, an argument of a constructor can be so many. */
    private static final int FEW = 6;
    /** So many constants are altered to see whether others do as well. */
    private static final int MOST_ALTERED = 3;
    private static final int LONG_TEXT = 100;

    private Kinds() {}

    /** What a method returns, and whether later calls can be given that. */
    static Map<String, Object> returned(Class<?> type) {
        Map<String, Object> returned = described(type);
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        if (type != String.class && !element.isPrimitive()) {
            returned.put("again", true);
        }
        return returned;
    }

    /** A type with its kind. */
    static Map<String, Object> described(Class<?> type) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("type", type.getTypeName());
        described.putAll(ranged(type));
        if (!type.isPrimitive()) {
            described.put("nullable", true);
        }
        return described;
    }

    /** A kind, with the range of whole numbers. */
    static Map<String, Object> ranged(Class<?> type) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("kind", kind(type));
        long[] range = RANGES.get(Arguments.boxed(type));
        if (range != null) {
            described.put("min", range[0]);
            described.put("max", range[1]);
        }
        return described;
    }

    static String kind(Class<?> type) {
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

    /** Whether JSON has values of the type. */
    static boolean isPlain(Class<?> type) {
        return List.of("boolean", "character", "decimal", "integer", "text").contains(kind(type));
    }

    static boolean isAnything(Class<?> type) {
        return ANYTHING.contains(type);
    }

    static boolean isNumber(Class<?> type) {
        return List.of("decimal", "integer").contains(kind(type));
    }

    private static long[] range(Class<?> type) {
        return RANGES.getOrDefault(Arguments.boxed(type), RANGES.get(Integer.class));
    }

    /** What a plain type can be given beyond what typestar knows itself: constants of the class come first. */
    static List<Object> values(Class<?> type, Constants constants) {
        Set<Object> values = new LinkedHashSet<>();
        switch (kind(type)) {
            case "integer":
                long[] range = range(type);
                values.addAll(constants.numbers(range[0], range[1]));
                break;
            case "character":
                values.add("0");
                values.addAll(constants.letters());
                values.addAll(List.of("A", " "));
                break;
            case "text":
                values.addAll(constants.texts());
                values.addAll(List.of("ab", "7", " ", "abcd", "1234", "aa", "A b-c", "abcdefghijklmnop"));
                values.addAll(altered(constants.texts()));
                values.add("7".repeat(LONG_TEXT));
                break;
            case "decimal":
                values.add(0.5);
                values.addAll(constants.decimals());
                addExtremes(Arguments.boxed(type) == Float.class, values);
                break;
            default:
        }
        return new ArrayList<>(values);
    }

    /** Numbers that JSON has no form for, and those at the ends. */
    private static void addExtremes(boolean isFloat, Set<Object> values) {
        String type = isFloat ? "@java.lang.Float." : "@java.lang.Double.";
        values.add("@-0.0");
        for (String name : List.of("NaN", "POSITIVE_INFINITY", "NEGATIVE_INFINITY", "MIN_VALUE", "MAX_VALUE")) {
            values.add(type + name);
        }
    }

    /** What a plain type can be given inside an expression: a few values, most ordinary first; none of other types. */
    static List<Object> literals(Class<?> type, Constants constants) {
        switch (kind(type)) {
            case "boolean":
                return List.of(true, false);
            case "integer":
                long[] range = range(type);
                List<Object> numbers = few(beside(values(type, constants)), 1L, 0L, -1L);
                numbers.removeIf(number -> (Long) number < range[0] || (Long) number > range[1]);
                return numbers;
            case "decimal":
                return few(constants.decimals(), 1.0, 0.5, -1.0);
            case "character":
                return few(constants.letters(), "a");
            case "text":
                return few(constants.texts(), "a", "");
            default:
                return isAnything(type) ? List.of(1L, "a") : List.of();
        }
    }

    /** Texts that are almost constants: they tell what is looked for from what only looks like it. */
    private static List<Object> altered(List<Object> texts) {
        List<Object> altered = new ArrayList<>();
        for (Object text : Values.first(texts, MOST_ALTERED)) {
            altered.add(text + "x");
            altered.add(((String) text).toUpperCase(Locale.ROOT));
        }
        return altered;
    }

    /** Numbers, with those beside the first ones. */
    private static List<Object> beside(List<Object> numbers) {
        Set<Object> beside = new LinkedHashSet<>(Values.first(numbers, 2));
        for (Object number : Values.first(numbers, 2)) {
            long one = (Long) number;
            if (Math.abs(one) < Byte.MAX_VALUE || Math.abs(one) < Integer.MAX_VALUE && one > Byte.MAX_VALUE) {
                beside.addAll(List.of(one - 1, one + 1));
            }
        }
        beside.addAll(numbers);
        return new ArrayList<>(beside);
    }

    private static List<Object> few(List<Object> constants, Object... usual) {
        Set<Object> values = new LinkedHashSet<>(List.of(usual));
        values.addAll(Values.first(constants, FEW));
        return new ArrayList<>(values);
    }
}

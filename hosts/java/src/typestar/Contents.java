package typestar;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/** What is in arrays, collections and maps: whether there is a null, whether two are equal, what the first ones are. */
final class Contents {
    /** Of more elements only the number is told. */
    private static final int MOST = 10_000;
    /** Arrays with more flags, */
    private static final int MOST_FLAGS = 8;
    /** or with more numbers, are no fields by other means. */
    private static final int MOST_NUMBERS = 4;

    private Contents() {}

    /** What an argument holds. Collections and maps are those of the JDK, whose code is known to change nothing. */
    static void tell(String name, Object value, Map<String, Object> values) {
        try {
            if (value instanceof Map && ((Map<?, ?>) value).size() <= MOST) {
                values.put(name + ".hasNullKey", hasNull(((Map<?, ?>) value).keySet()));
                if (value instanceof LinkedHashMap || value instanceof SortedMap) {
                    values.put(name + ".hasNullValue", hasNull(((Map<?, ?>) value).values()));
                }
            } else if (value instanceof Collection && ((Collection<?>) value).size() <= MOST) {
                tellElements(name, (Collection<?>) value, values);
            } else if (value instanceof Object[] && ((Object[]) value).length <= MOST) {
                tellElements(name, Arrays.asList((Object[]) value), values);
            }
        } catch (RuntimeException busy) {
            return; // another thread changes it
        }
    }

    private static void tellElements(String name, Collection<?> elements, Map<String, Object> values) {
        values.put(name + ".hasNull", hasNull(elements));
        if (elements instanceof List) {
            values.put(name + ".hasEqual", hasEqual(elements));
        }
    }

    /**
     * Not every collection can be asked for null, and not every one should be gone through: a table for millions of
     * elements takes long, however few there are.
     */
    private static boolean hasNull(Collection<?> elements) {
        if (elements instanceof Set) {
            return hasNull((Set<?>) elements);
        }
        for (Object element : elements) {
            if (element == null) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasNull(Set<?> elements) {
        try {
            return elements.contains(null);
        } catch (NullPointerException never) {
            return false;
        }
    }

    /** Whether two of the elements are equal, as far as no code but that of the JDK says so. */
    private static boolean hasEqual(Collection<?> elements) {
        Set<Object> others = new HashSet<>();
        for (Object element : elements.size() > 1 ? elements : List.of()) {
            if (element != null && isPlain(element) && !others.add(element)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPlain(Object value) {
        return value instanceof Enum || value.getClass().getName().startsWith("java.lang.");
    }

    /** Whether this is in a collection, or a key of a map; null if that cannot be said. */
    static Boolean holds(Object all, Object value) {
        boolean isMap = all instanceof Map;
        boolean isLong = all instanceof Collection && !(all instanceof Set) && ((Collection<?>) all).size() > MOST;
        boolean isKnown = value == null || isPlain(value) || Reading.isSearched(value)
                || Answering.behind(value) != null || Sentinels.isOnlyItself(value.getClass());
        if (isLong || !isKnown) {
            return null;
        }
        try {
            return isMap ? ((Map<?, ?>) all).containsKey(value) : ((Collection<?>) all).contains(value);
        } catch (RuntimeException | StackOverflowError unfit) { // it takes no null, or no values of this type; or it is in itself
            return null;
        }
    }

    /** The elements of a small array of flags, numbers or members of an enum, which are like fields. */
    static void tellFirst(String name, Object array, Map<String, Object> values) {
        Class<?> element = array.getClass().getComponentType();
        int length = Array.getLength(array);
        boolean isNumber = element == int.class || element == short.class || element == char.class;
        boolean isFew = element == boolean.class ? length <= MOST_FLAGS
                : (isNumber || element.isEnum()) && length <= MOST_NUMBERS;
        for (int place = 0; isFew && place < length; place++) {
            Object value = Array.get(array, place);
            if (value != null) {
                values.put(name + "[" + place + "]", value instanceof Character ? (Object) (int) (Character) value
                        : value instanceof Enum ? ((Enum<?>) value).name() : value);
            }
        }
    }
}

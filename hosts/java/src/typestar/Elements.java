package typestar;

import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedTransferQueue;

/** Real collections and maps, and different elements for them. */
final class Elements {
    /** The first of them that is of a wanted type is made. */
    private static final List<Class<?>> REAL = List.of(ArrayList.class, LinkedHashSet.class, LinkedList.class,
            ArrayDeque.class, TreeSet.class, LinkedHashMap.class, TreeMap.class, ConcurrentHashMap.class,
            ConcurrentSkipListMap.class, LinkedBlockingDeque.class, LinkedTransferQueue.class);
    /** More elements than these are nobody's wish. */
    private static final int MOST = 100_000;
    private static final int LETTERS = 26;

    private Elements() {}

    /** The class of a collection or map that is of this type; null if there is none that can be filled. */
    static Class<?> real(Class<?> type) {
        boolean isMeant = Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)
                || type == Iterable.class;
        if (!isMeant) {
            return null;
        }
        if (!Modifier.isAbstract(type.getModifiers())) {
            return hasPlainConstructor(type) ? type : null;
        }
        return REAL.stream().filter(type::isAssignableFrom).findFirst().orElse(null);
    }

    private static boolean hasPlainConstructor(Class<?> type) {
        try {
            return Modifier.isPublic(type.getModifiers()) && type.getConstructor() != null;
        } catch (NoSuchMethodException none) {
            return false;
        }
    }

    /** Puts elements into a collection, or pairs of a key and a value into a map. */
    @SuppressWarnings("unchecked")
    static void fill(Object object, Object[] elements) {
        if (object instanceof Map) {
            if (elements.length % 2 != 0) {
                throw new IllegalArgumentException("a map takes pairs of a key and a value");
            }
            for (int place = 0; place < elements.length; place += 2) {
                ((Map<Object, Object>) object).put(elements[place], elements[place + 1]);
            }
        } else {
            Collections.addAll((Collection<Object>) object, elements);
        }
    }

    /** So many different values of each type, one of each type in turn. */
    static Object[] different(int count, List<Class<?>> types, ClassLoader loader) throws Throwable {
        if (count < 0 || count > MOST) {
            throw new IllegalArgumentException(count + " elements are too " + (count < 0 ? "few" : "many"));
        }
        List<Object> elements = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            for (Class<?> type : types) {
                elements.add(element(type, index, loader));
            }
        }
        return elements.toArray();
    }

    private static Object element(Class<?> type, int index, ClassLoader loader) throws Throwable {
        Class<?> boxed = Arguments.boxed(type);
        if (boxed == String.class || boxed == CharSequence.class) {
            return letters(index);
        } else if (boxed == Character.class) {
            return (char) ('a' + index);
        } else if (boxed == Boolean.class) {
            return index % 2 == 0;
        } else if (boxed.isEnum()) {
            return boxed.getEnumConstants()[index % boxed.getEnumConstants().length];
        } else if (Number.class.isAssignableFrom(boxed) && boxed.getName().startsWith("java.lang.")) {
            return boxed == Number.class ? (Object) (index + 1) : Arguments.converted(boxed, index + 1);
        }
        return boxed.isInstance(1) ? index + 1 : Expression.fresh(type, loader);
    }

    /** a, b, ..., z, aa, ab and so on. */
    private static String letters(int index) {
        String last = String.valueOf((char) ('a' + index % LETTERS));
        return index < LETTERS ? last : letters(index / LETTERS - 1) + last;
    }
}

package typestar;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Objects that stand for something by being themselves: {@code private static final Object LOCKED = new Object()}. Which
 * of them a field holds is told by the name of the constant, as the name of an enum's member is.
 */
final class Sentinels {
    private static final Map<Class<?>, Map<Object, String>> KNOWN = new ConcurrentHashMap<>();
    private static final Map<Class<?>, Boolean> ONLY_ITSELF = new ConcurrentHashMap<>();

    private Sentinels() {}

    /** The name of an object that the class of the receiver, or its own class, has as a constant; null if none has. */
    static String name(Object value, Class<?> receiver) {
        String name = receiver == null ? null : of(receiver).get(value);
        return name == null ? of(value.getClass()).get(value) : name;
    }

    private static Map<Object, String> of(Class<?> kind) {
        return KNOWN.computeIfAbsent(kind, Sentinels::read);
    }

    /** The constants of a class, of those above it, and of the class around it. */
    private static Map<Object, String> read(Class<?> kind) {
        Map<Object, String> names = new IdentityHashMap<>();
        for (Class<?> each = kind; each != null && each != Object.class; each = each.getSuperclass()) {
            add(each, names);
        }
        if (kind.getEnclosingClass() != null) {
            add(kind.getEnclosingClass(), names);
        }
        return names.isEmpty() ? Map.of() : names;
    }

    private static void add(Class<?> kind, Map<Object, String> names) {
        for (Field field : kind.getDeclaredFields()) {
            boolean isConstant = Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers());
            boolean isObject = !field.getType().isPrimitive() && !field.getType().isArray() && !field.isSynthetic();
            if (isConstant && isObject && field.trySetAccessible()) {
                Object value = value(field);
                if (value != null && !(value instanceof Enum) && isOnlyItself(value.getClass())) {
                    names.putIfAbsent(value, field.getName());
                }
            }
        }
    }

    private static Object value(Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException | LinkageError broken) {
            return null;
        }
    }

    /** Whether an object of this type is equal to itself only, so that it matters which one is there. */
    static boolean isOnlyItself(Class<?> type) {
        return ONLY_ITSELF.computeIfAbsent(type, kind -> {
            try {
                return kind.getMethod("equals", Object.class).getDeclaringClass() == Object.class;
            } catch (NoSuchMethodException interfaceWithout) {
                return true;
            }
        });
    }
}

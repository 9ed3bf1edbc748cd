package check;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** What the names in guards stand for, read from the object and the arguments of a call. */
final class Features {
    private static final Map<Class<?>, Map<String, Field>> KNOWN = new HashMap<>();
    private static final String NULL = " == null";

    private final Object receiver;
    private final Object[] arguments;
    private final String maker;

    /** The maker is the one of the receiver, such as `new(int)`. */
    Features(Object receiver, Object[] arguments, String maker) {
        this.receiver = receiver;
        this.arguments = arguments;
        this.maker = maker;
    }

    /** A number, a boolean or a text; null where there is no such thing, or no such value. */
    Object get(String name) {
        if (name.equals("made by")) {
            return maker;
        }
        boolean isAboutNull = name.endsWith(NULL);
        String[] path = (isAboutNull ? name.substring(0, name.length() - NULL.length()) : name).split("\\.");
        Found found = found(path);
        if (isAboutNull) {
            return found == null ? null : found.value == null;
        }
        return found == null ? null : plain(found.value);
    }

    /** A place that is there; what it holds may be null. */
    private static final class Found {
        final Object value;

        Found(Object value) {
            this.value = value;
        }
    }

    private Found found(String[] path) {
        boolean isArgument = path[0].matches("arg[1-9][0-9]*") && arguments.length >= number(path[0]);
        Found found = isArgument ? new Found(arguments[number(path[0]) - 1]) : new Found(receiver);
        for (int place = isArgument ? 1 : 0; place < path.length && found != null; place++) {
            Object object = found.value;
            found = object == null ? null : inside(object, path[place]);
            boolean isClass = found == null && object != null && place + 1 < path.length;
            if (isClass) { // the name of a class above, with a field that the class below hides
                found = inside(object, path[place] + "." + path[++place]);
            }
        }
        return found;
    }

    private static int number(String argument) {
        return Integer.parseInt(argument.substring(3));
    }

    private static Found inside(Object object, String name) {
        if (name.equals("length") && object.getClass().isArray()) {
            return new Found(Array.getLength(object));
        } else if (name.equals("length") && object instanceof String) {
            return new Found(((String) object).length());
        } else if (name.equals("size") && isOfJdk(object) && object instanceof Collection) {
            return new Found(((Collection<?>) object).size());
        } else if (name.equals("size") && isOfJdk(object) && object instanceof Map) {
            return new Found(((Map<?, ?>) object).size());
        }
        Field field = fields(object.getClass()).get(name);
        try {
            return field == null ? null : new Found(field.get(object));
        } catch (IllegalAccessException closed) {
            throw new IllegalStateException(closed);
        }
    }

    private static boolean isOfJdk(Object object) {
        return object.getClass().getName().startsWith("java.util.");
    }

    /** The fields of a class and of those above it, by name; a name that is taken gets its class. */
    private static synchronized Map<String, Field> fields(Class<?> kind) {
        return KNOWN.computeIfAbsent(kind, Features::read);
    }

    private static Map<String, Field> read(Class<?> kind) {
        Map<String, Field> fields = new HashMap<>();
        for (Class<?> each = kind; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && field.trySetAccessible()) {
                    fields.putIfAbsent(field.getName(), field);
                    fields.putIfAbsent(each.getSimpleName() + "." + field.getName(), field);
                }
            }
        }
        return fields;
    }

    private static Object plain(Object value) {
        if (value instanceof Character) {
            return (long) (Character) value;
        } else if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        } else if (value instanceof Byte || value instanceof Short || value instanceof Integer || value instanceof Long) {
            return ((Number) value).longValue();
        } else if (value instanceof Enum) {
            return ((Enum<?>) value).name();
        }
        return value instanceof Boolean || value instanceof String ? value : null;
    }
}

package check;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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
        if (!isAboutNull && name.contains(" == ")) {
            return isSame(name.split(" == ")[0], name.split(" == ")[1]);
        } else if (name.contains(" in ")) {
            return isHeld(name.split(" in ")[0], name.split(" in ")[1]);
        }
        String[] path = (isAboutNull ? name.substring(0, name.length() - NULL.length()) : name).split("\\.");
        Found found = found(path);
        if (isAboutNull) {
            return found == null ? null : found.value == null;
        }
        return found == null ? null : plain(found.value);
    }

    /** Whether both are the same object; null if one of them is not there. */
    private Boolean isSame(String one, String other) {
        Found first = found(one.split("\\."));
        Found second = named(other);
        boolean areThere = first != null && first.value != null && second != null && second.value != null;
        return areThere ? first.value == second.value : null;
    }

    /** The object itself, or a place in it. */
    private Found named(String name) {
        return name.equals("this") ? new Found(receiver) : found(name.split("\\."));
    }

    /** Whether a collection or a map has it; null if that makes no sense. */
    private Boolean isHeld(String element, String all) {
        Found wanted = found(element.split("\\."));
        Found place = named(all);
        try {
            if (place != null && place.value instanceof Map) {
                return ((Map<?, ?>) place.value).containsKey(wanted.value);
            }
            return place == null || place.value == null ? null : ((Collection<?>) place.value).contains(wanted.value);
        } catch (RuntimeException unfit) {
            return null;
        }
    }

    /** A place that is there; what it holds may be null. */
    static final class Found {
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
        } else if (name.equals("class")) {
            return Proxy.isProxyClass(object.getClass()) ? null : new Found(object.getClass().getSimpleName());
        } else if (name.startsWith("has") && elements(object, name) != null) {
            return new Found(holds(elements(object, name), name.equals("hasEqual")));
        } else if (Proxy.isProxyClass(object.getClass())) {
            return answered(object, name);
        } else if (name.endsWith("]")) {
            return element(object, name);
        }
        Field field = fields(object.getClass()).get(name);
        try {
            return field == null ? null : new Found(field.get(object));
        } catch (IllegalAccessException closed) {
            throw new IllegalStateException(closed);
        }
    }

    /** What is asked for null or for equal elements; null if nothing is. */
    private static Collection<?> elements(Object object, String name) {
        if (object instanceof Object[]) {
            return Arrays.asList((Object[]) object);
        } else if (isOfJdk(object) && object instanceof Map) {
            return name.equals("hasNullKey") ? ((Map<?, ?>) object).keySet() : ((Map<?, ?>) object).values();
        }
        return isOfJdk(object) && object instanceof Collection ? (Collection<?>) object : null;
    }

    /** Whether one of them is null, or whether two of the others are equal. */
    private static boolean holds(Collection<?> elements, boolean areEqual) {
        List<Object> rest = new ArrayList<>(elements);
        boolean hasNull = rest.removeIf(Objects::isNull);
        return areEqual ? new HashSet<>(rest).size() < rest.size() : hasNull;
    }

    /** What `flags[1]` is in an object with such a field. */
    private static Found element(Object object, String name) {
        int bracket = name.indexOf('[');
        Found array = inside(object, name.substring(0, bracket));
        int place = Integer.parseInt(name.substring(bracket + 1, name.length() - 1));
        boolean isThere = array != null && array.value != null && place < Array.getLength(array.value);
        return isThere ? new Found(Array.get(array.value, place)) : null;
    }

    /** What an object of ours answers; other objects without a class of their own have nothing. */
    private static Found answered(Object object, String name) {
        Object handler = Proxy.getInvocationHandler(object);
        boolean isOurs = handler instanceof Answering;
        return isOurs ? ((Answering) handler).foretold(object.getClass().getInterfaces()[0], name) : null;
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

    private Object plain(Object value) {
        if (value instanceof Character) {
            return (long) (Character) value;
        } else if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        } else if (value instanceof Byte || value instanceof Short || value instanceof Integer || value instanceof Long) {
            return ((Number) value).longValue();
        } else if (value instanceof Enum) {
            return ((Enum<?>) value).name();
        }
        return value instanceof Boolean || value instanceof String ? value : value == null ? null : constant(value);
    }

    /** The name of the constant that an object is, of its own class or of that of the receiver; null if it is none. */
    private String constant(Object value) {
        List<Class<?>> kinds = new ArrayList<>();
        for (Object owner : receiver == null ? List.of(value) : List.of(receiver, value)) {
            for (Class<?> each = owner.getClass(); each != null; each = each.getSuperclass()) {
                kinds.add(each);
            }
            kinds.add(owner.getClass().getEnclosingClass());
        }
        for (Class<?> kind : kinds) {
            for (Field field : kind == null ? new Field[0] : kind.getDeclaredFields()) {
                boolean isConstant = Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers());
                if (isConstant && !field.getType().isPrimitive() && field.trySetAccessible() && is(field, value)) {
                    return field.getName();
                }
            }
        }
        return null;
    }

    private static boolean is(Field field, Object value) {
        try {
            return field.get(null) == value;
        } catch (IllegalAccessException closed) {
            throw new IllegalStateException(closed);
        }
    }
}

package typestar;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads the fields of objects, whoever may see them, level by level: null flags, numbers, booleans, texts, names of
 * enums, sizes of arrays and collections, and then the same of the objects in the fields, down to a depth.
 */
final class Fields {
    private static final int MOST_VALUES = 500;
    private static final int LONGEST_TEXT = 40;

    private final int depth;
    private final Consumer<String> note;
    private final Map<Class<?>, List<Named>> known = new HashMap<>();

    /** At depth 0 nothing is read of the objects in the fields. What cannot be read is noted. */
    Fields(int depth, Consumer<String> note) {
        this.depth = depth;
        this.note = note;
    }

    /** A field that can be read, and what it is called. */
    private static final class Named {
        final String name;
        final Field field;

        Named(String name, Field field) {
            this.name = name;
            this.field = field;
        }
    }

    /** An object whose fields are still to be read. */
    private static final class Place {
        final String prefix;
        final Object object;

        Place(String prefix, Object object) {
            this.prefix = prefix;
            this.object = object;
        }
    }

    /** What is known of a receiver (null if there is none) and of the arguments of a call, which have these types. */
    Map<String, Object> read(Object receiver, Object[] arguments, Class<?>[] types) {
        Map<String, Object> values = new LinkedHashMap<>();
        List<Place> level = new ArrayList<>();
        if (receiver != null) {
            level.add(new Place("", receiver));
        }
        // Arguments are as deep as what the fields of the receiver hold.
        List<Place> next = readFields(level, values);
        for (int place = 0; place < types.length; place++) {
            look("arg" + (place + 1), arguments[place], types[place].isPrimitive(), values, next);
        }
        for (int left = depth; left > 0 && !next.isEmpty(); left--) {
            next = readFields(next, values);
        }
        return values;
    }

    /** Reads the fields of these objects; what they hold is the next level. */
    private List<Place> readFields(List<Place> level, Map<String, Object> values) {
        List<Place> next = new ArrayList<>();
        for (Place place : level) {
            for (Named named : fieldsOf(place.object.getClass())) {
                if (values.size() < MOST_VALUES) {
                    boolean isPrimitive = named.field.getType().isPrimitive();
                    look(place.prefix + named.name, valueOf(named.field, place.object), isPrimitive, values, next);
                }
            }
        }
        return next;
    }

    private static Object valueOf(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException impossible) { // it was made accessible
            throw new IllegalStateException(impossible);
        }
    }

    private static void look(
            String name, Object value, boolean isPrimitive, Map<String, Object> values, List<Place> next) {
        if (!isPrimitive) {
            values.put(name + " == null", value == null);
        }
        if (value == null) {
            return;
        } else if (value instanceof Boolean || Texts.isWhole(value)) {
            values.put(name, value);
        } else if (value instanceof Double || value instanceof Float) {
            // A float is the number that it is: 0.1f is a little more than 0.1.
            values.put(name, Json.isWritten(value) ? ((Number) value).doubleValue() : value.toString());
        } else if (value instanceof Character) {
            values.put(name, (int) (Character) value);
        } else if (value instanceof Enum) {
            values.put(name, ((Enum<?>) value).name());
        } else if (value instanceof String) {
            lookAtText(name, (String) value, values);
        } else if (value.getClass().isArray()) {
            values.put(name + ".length", Array.getLength(value));
        } else if (!lookAtSize(name, value, values) && !isOpaque(value)) {
            next.add(new Place(name + ".", value));
        }
    }

    private static void lookAtText(String name, String text, Map<String, Object> values) {
        values.put(name + ".length", text.length());
        if (text.length() <= LONGEST_TEXT) {
            values.put(name, text);
        }
    }

    /** The size of a collection of the JDK, whose code is known to change nothing. */
    private static boolean lookAtSize(String name, Object value, Map<String, Object> values) {
        boolean isOfJdk = value.getClass().getName().startsWith("java.util.");
        if (isOfJdk && value instanceof Collection) {
            values.put(name + ".size", ((Collection<?>) value).size());
        } else if (isOfJdk && value instanceof Map) {
            values.put(name + ".size", ((Map<?, ?>) value).size());
        } else {
            return false;
        }
        return true;
    }

    /** What belongs to the virtual machine is no state of a component. */
    private static boolean isOpaque(Object value) {
        return value instanceof Class || value instanceof ClassLoader || value instanceof Thread
                || java.lang.reflect.Proxy.isProxyClass(value.getClass())
                || value instanceof ThreadGroup || value instanceof java.lang.ref.Reference
                || value.getClass() == Object.class;
    }

    private List<Named> fieldsOf(Class<?> kind) {
        return known.computeIfAbsent(kind, this::find);
    }

    /** The fields of a class and of what it extends, those of the class first. A name that is taken gets its class. */
    private List<Named> find(Class<?> kind) {
        List<Named> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Class<?> each = kind; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Field field : readable(each)) {
                boolean isFree = !names.contains(field.getName());
                // The object around an inner class is one, even if each of its superclasses keeps it.
                boolean isMeant = !Modifier.isStatic(field.getModifiers()) && (isFree || !field.isSynthetic());
                if (isMeant) {
                    names.add(field.getName());
                    String prefix = isFree ? "" : each.getSimpleName() + ".";
                    fields.add(new Named(prefix + field.getName(), field));
                }
            }
        }
        return fields;
    }

    private Field[] readable(Class<?> kind) {
        Field[] fields = kind.getDeclaredFields();
        try {
            AccessibleObject.setAccessible(fields, true);
            return fields;
        } catch (InaccessibleObjectException | SecurityException closed) {
            note.accept("the fields of " + kind.getName() + " cannot be read: start java with `--add-opens "
                    + kind.getModule().getName() + "/" + kind.getPackageName() + "=ALL-UNNAMED`");
            return new Field[0];
        }
    }
}

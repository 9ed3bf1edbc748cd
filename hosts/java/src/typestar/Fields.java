package typestar;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Reads the fields of objects, whoever may see them, level by level: null flags, numbers, booleans, texts, names of
 * enums, sizes of arrays and collections, and then the same of the objects in the fields, down to a depth. And it tells
 * what an argument has to do with the object: whether it is the same as a field, refers to the object, or is held by it.
 */
final class Fields {
    private static final int MOST_VALUES = 500;
    /** With so many fields of the receiver arguments are compared. */
    private static final int MOST_RELATED = 6;

    private final int depth;
    private final Predicate<Class<?>> hasClasses;
    private final Consumer<String> note;
    private final Map<Class<?>, List<Named>> known = new HashMap<>();
    private final Map<Class<?>, List<Named>> related = new HashMap<>();
    private final Map<Class<?>, Declared> declared = new HashMap<>();

    /**
     * At depth 0 nothing is read of the objects in the fields. Of a type that objects of several classes have, the class
     * is told. What cannot be read is noted.
     */
    Fields(int depth, Predicate<Class<?>> hasClasses, Consumer<String> note) {
        this.depth = depth;
        this.hasClasses = hasClasses;
        this.note = note;
    }

    /** A field that can be read, what it is called, and what it may hold. */
    private static final class Named {
        final String name;
        final Field field;
        final Declared declared;

        Named(String name, Field field, Declared declared) {
            this.name = name;
            this.field = field;
            this.declared = declared;
        }
    }

    /** What is known of a receiver (null if there is none) and of the arguments of a call, which have these types. */
    Map<String, Object> read(Object receiver, Object[] arguments, Class<?>[] types) {
        Reading reading = new Reading(receiver);
        // Arguments are as deep as what the fields of the receiver hold.
        if (receiver != null) {
            readFields(new Reading.Place("", receiver, false), reading);
        }
        for (int place = 0; place < types.length; place++) {
            Declared declared = declared(types[place]);
            reading.look("arg" + (place + 1), arguments[place], declared, true);
            if (receiver != null) {
                relate("arg" + (place + 1), arguments[place], declared, receiver, reading);
            }
        }
        for (int left = depth; left > 0 && !reading.next.isEmpty(); left--) {
            List<Reading.Place> level = reading.next;
            reading.next = new ArrayList<>();
            level.forEach(place -> readFields(place, reading));
        }
        return reading.values;
    }

    /** Reads the fields of an object; what they hold is read next. */
    private void readFields(Reading.Place place, Reading reading) {
        for (Named named : fieldsOf(place.object.getClass())) {
            if (reading.values.size() < MOST_VALUES) {
                Object value = valueOf(named.field, place.object);
                reading.look(place.prefix + named.name, value, named.declared, place.isGiven);
            }
        }
    }

    private Declared declared(Class<?> type) {
        return declared.computeIfAbsent(type, each -> new Declared(each, hasClasses.test(each)));
    }

    /** Tells whether an argument, or what it refers to, is what the receiver has, and whether the receiver holds it. */
    private void relate(String name, Object argument, Declared type, Object receiver, Reading reading) {
        if (Reading.isSearched(receiver) && !type.isPrimitive) {
            reading.tellHeld(name, argument, "this", receiver);
        }
        List<Named> related = relatedOf(receiver.getClass());
        for (Named own : related) {
            Object value = valueOf(own.field, receiver);
            if (own.declared.element != null) {
                if (value != null && Reading.isSearched(value) && type.isElementOf(own.declared)) {
                    reading.tellHeld(name, argument, own.name, value);
                }
            } else if (type.isReference) {
                compare(name, argument, type, own, value, reading);
            }
        }
    }

    private void compare(String name, Object argument, Declared type, Named own, Object value, Reading reading) {
        if (type.meets(own.declared)) {
            reading.tellSame(name, argument, own.name, value);
        }
        for (Named part : argument == null || value == null ? List.<Named>of() : fieldsOf(argument.getClass())) {
            if (part.declared.isReference && part.declared.meets(own.declared)) {
                reading.tellSame(name + "." + part.name, valueOf(part.field, argument), own.name, value);
            }
        }
    }

    /** The fields of a receiver that arguments may have to do with: a few references, collections and maps. */
    private List<Named> relatedOf(Class<?> kind) {
        return related.computeIfAbsent(kind, each -> {
            List<Named> found = new ArrayList<>();
            for (Named named : fieldsOf(each)) {
                boolean isMeant = named.declared.isReference || named.declared.element != null;
                if (isMeant && named.name.indexOf('.') < 0 && found.size() < MOST_RELATED) {
                    found.add(named);
                }
            }
            return found;
        });
    }

    private static Object valueOf(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException impossible) { // it was made accessible
            throw new IllegalStateException(impossible);
        }
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
                    Declared declared = new Declared(field.getGenericType(), hasClasses.test(field.getType()));
                    fields.add(new Named(prefix + field.getName(), field, declared));
                }
            }
        }
        return fields;
    }

    private Field[] readable(Class<?> kind) {
        if (Proxy.isProxyClass(kind)) {
            return new Field[0]; // what stands for an interface has its answers, and nothing else
        }
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

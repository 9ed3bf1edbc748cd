package typestar;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One look at an object and the arguments of a call: what is known of each place. */
final class Reading {
    private static final int LONGEST_TEXT = 40;

    final Map<String, Object> values = new LinkedHashMap<>();
    /** Where to look next. */
    List<Place> next = new ArrayList<>();
    private final Object receiver;

    /** The receiver is null if there is none. */
    Reading(Object receiver) {
        this.receiver = receiver;
    }

    /** An object whose fields are still to be read. */
    static final class Place {
        final String prefix;
        final Object object;
        /** Whether it is of an argument. */
        final boolean isGiven;

        Place(String prefix, Object object, boolean isGiven) {
            this.prefix = prefix;
            this.object = object;
            this.isGiven = isGiven;
        }
    }

    /** Tells what is at a place, which is of an argument or not. */
    void look(String name, Object value, Declared declared, boolean isGiven) {
        if (!declared.isPrimitive) {
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
            lookAtText(name, (String) value);
        } else if (value.getClass().isArray()) {
            lookAtArray(name, value, isGiven);
        } else {
            lookAtObject(name, value, declared, isGiven);
        }
    }

    private void lookAtText(String name, String text) {
        values.put(name + ".length", text.length());
        if (text.length() <= LONGEST_TEXT) {
            values.put(name, text);
        }
    }

    private void lookAtArray(String name, Object array, boolean isGiven) {
        values.put(name + ".length", Array.getLength(array));
        if (!isGiven) {
            Contents.tellFirst(name, array, values);
        } else if (name.indexOf('.') < 0) {
            Contents.tell(name, array, values);
        }
    }

    private void lookAtObject(String name, Object value, Declared declared, boolean isGiven) {
        if (receiver != null && declared.isReference && declared.type.isInstance(receiver)) {
            values.put(name + " == this", value == receiver);
        }
        String constant = Sentinels.name(value, receiver == null ? null : receiver.getClass());
        if (constant != null) {
            values.put(name, constant);
        }
        if (value instanceof Proxy) {
            lookAtAnswers(name, value, isGiven);
        } else if (!lookAtSize(name, value, isGiven) && !isOpaque(value)) {
            if (declared.hasClasses) {
                values.put(name + ".class", Texts.simpleName(value.getClass()));
            }
            next.add(new Place(name + ".", value, isGiven));
        }
    }

    /** The size of a collection of the JDK, whose code is known to change nothing; of an argument also what is in it. */
    private boolean lookAtSize(String name, Object value, boolean isGiven) {
        if (!isOfJdk(value)) {
            return false;
        } else if (value instanceof Collection) {
            values.put(name + ".size", ((Collection<?>) value).size());
        } else if (value instanceof Map) {
            values.put(name + ".size", ((Map<?, ?>) value).size());
        } else {
            return false;
        }
        if (isGiven) {
            Contents.tell(name, value, values);
        }
        return true;
    }

    /** Whether what is in it can be asked for without changing anything. */
    private static boolean isOfJdk(Object value) {
        return value.getClass().getName().startsWith("java.util.");
    }

    /** Whether this is a collection or map in which can be looked for something. */
    static boolean isSearched(Object value) {
        return isOfJdk(value) && (value instanceof Collection || value instanceof Map);
    }

    /** Tells whether a collection or map of the receiver holds a value. */
    void tellHeld(String name, Object value, String owner, Object all) {
        Boolean isHeld = Contents.holds(all, value);
        if (isHeld != null) {
            values.put(name + " in " + owner, isHeld);
        }
    }

    /** Tells whether what is given is what the receiver has; of nothing that is said by other features. */
    void tellSame(String name, Object given, String owner, Object own) {
        if (given != null && own != null) {
            values.put(name + " == " + owner, given == own);
        }
    }

    /** What an object that we made will answer, and whether it throws. */
    private void lookAtAnswers(String name, Object value, boolean isGiven) {
        Answering answering = Answering.behind(value);
        Class<?> type = value.getClass().getInterfaces()[0];
        for (Method method : answering == null ? List.<Method>of() : Answering.told(type)) {
            boolean isOnly = Answering.isOnly(method, type);
            if (isOnly) {
                values.put(name + ".throws", answering.isThrown());
                values.put(name + ".echoes", answering.isEcho());
            }
            if (!answering.isThrown() && !answering.isEcho() && method.getReturnType() != void.class) {
                String answer = name + "." + (isOnly ? "answer" : method.getName());
                look(answer, answering.foretold(method), new Declared(method.getReturnType(), false), isGiven);
            }
        }
    }

    /** What belongs to the virtual machine is no state of a component. */
    private static boolean isOpaque(Object value) {
        return value instanceof Class || value instanceof ClassLoader || value instanceof Thread
                || value instanceof ThreadGroup || value instanceof java.lang.ref.Reference
                || value.getClass() == Object.class;
    }
}

package check;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Makes what a verdict says that its objects are made by: `new java.util.concurrent.Semaphore(0, false)`. */
final class Expression {
    private final String text;
    private final Values values;
    private int at;

    private Expression(String text, Values values) {
        this.text = text;
        this.values = values;
    }

    /** What stands for the public constructor with the fewest parameters, which drafts do not name. */
    static final String SIMPLEST = "simplest";

    /** Throws if this cannot be read. */
    static Values.Made made(String text, Class<?> subject, Values values) throws ReflectiveOperationException {
        if (text.equals(SIMPLEST)) {
            return simplest(subject, values);
        }
        return (Values.Made) new Expression(text, values).value(true);
    }

    private static Values.Made simplest(Class<?> subject, Values values) throws NoSuchMethodException {
        Constructor<?>[] constructors = subject.getConstructors();
        Arrays.sort(constructors, Comparator.comparing((Constructor<?> one) -> one.getParameterCount())
                .thenComparing(Types.ORDER));
        for (Constructor<?> constructor : constructors) {
            Object[] arguments = new Object[constructor.getParameterCount()];
            Arrays.setAll(arguments, place -> plain(constructor.getParameterTypes()[place], values));
            constructor.setAccessible(true);
            Values.Made made = new Values.Made(constructor, arguments);
            if (made.object != null) {
                return made;
            }
        }
        throw new NoSuchMethodException("no constructor takes plain values");
    }

    /** 0, false, an empty text or array, or something that answers. */
    private static Object plain(Class<?> type, Values values) {
        if (type.isPrimitive()) {
            return Array.get(Array.newInstance(type, 1), 0);
        } else if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), 0);
        } else if (type.isAssignableFrom(String.class)) {
            return "";
        }
        return type.isInterface() ? Answering.of(type, new Random(1), values) : null;
    }

    private Object value(boolean isOuter) throws ReflectiveOperationException {
        if (skip("new ")) {
            return create(name(), isOuter);
        } else if (text.charAt(at) == '"') {
            int end = text.indexOf('"', at + 1);
            String content = text.substring(at + 1, end);
            at = end + 1;
            return content;
        } else if (skip("'\\0'")) {
            return '\0';
        }
        String name = name();
        if (at < text.length() && text.charAt(at) == '(') {
            int dot = name.lastIndexOf('.');
            return call(kind(name.substring(0, dot)), name.substring(dot + 1), isOuter);
        }
        return constant(name);
    }

    private Object create(String name, boolean isOuter) throws ReflectiveOperationException {
        if (skip("[")) {
            int end = text.indexOf(']', at);
            Object array = Array.newInstance(kind(name), Integer.parseInt(text.substring(at, end)));
            at = end + 1;
            return array;
        }
        Class<?> kind = kind(name);
        Object[] arguments = arguments();
        if (skip(" {}")) {
            return Answering.of(kind, new Random(1), values);
        }
        return result(fitting(kind.getConstructors(), arguments), arguments, isOuter);
    }

    private Object call(Class<?> kind, String name, boolean isOuter) throws ReflectiveOperationException {
        Object[] arguments = arguments();
        List<Method> methods = new ArrayList<>(List.of(kind.getMethods()));
        methods.removeIf(method -> !method.getName().equals(name));
        return result(fitting(methods.toArray(Method[]::new), arguments), arguments, isOuter);
    }

    private static Object result(Executable maker, Object[] arguments, boolean isOuter) {
        Object[] converted = new Object[arguments.length];
        for (int place = 0; place < arguments.length; place++) {
            converted[place] = converted(maker.getParameterTypes()[place], arguments[place]);
        }
        maker.setAccessible(true);
        Values.Made made = new Values.Made(maker, converted);
        return isOuter ? made : made.object;
    }

    private Object[] arguments() throws ReflectiveOperationException {
        List<Object> arguments = new ArrayList<>();
        for (skip("("); !skip(")"); skip(", ")) {
            arguments.add(value(false));
        }
        return arguments.toArray();
    }

    private static Executable fitting(Executable[] all, Object[] arguments) throws NoSuchMethodException {
        for (Executable one : all) {
            boolean fits = one.getParameterCount() == arguments.length;
            for (int place = 0; fits && place < arguments.length; place++) {
                fits = fits(one.getParameterTypes()[place], arguments[place]);
            }
            if (fits) {
                return one;
            }
        }
        throw new NoSuchMethodException("nothing takes these arguments");
    }

    private static boolean fits(Class<?> type, Object value) {
        if (value instanceof Number) {
            return type.isPrimitive() && type != boolean.class && type != char.class;
        } else if (value instanceof Boolean) {
            return type == boolean.class;
        }
        boolean isCharacter = value instanceof Character && type == char.class;
        return isCharacter || (value == null ? !type.isPrimitive() : type.isInstance(value));
    }

    private static Object converted(Class<?> type, Object value) {
        if (!(value instanceof Number)) {
            return value;
        }
        Object array = Array.newInstance(type, 1);
        double number = ((Number) value).doubleValue();
        if (type == float.class || type == double.class) {
            Array.set(array, 0, type == float.class ? (Object) (float) number : (Object) number);
        } else if (type == short.class || type == byte.class) {
            Array.set(array, 0, type == short.class ? (Object) (short) number : (Object) (byte) number);
        } else {
            Array.set(array, 0, type == long.class ? (Object) (long) number : (Object) (int) number);
        }
        return Array.get(array, 0);
    }

    private static Object constant(String name) throws ReflectiveOperationException {
        if (name.matches("-?[0-9].*")) {
            return Double.valueOf(name);
        } else if (name.equals("true") || name.equals("false")) {
            return name.equals("true");
        } else if (name.equals("null")) {
            return null;
        }
        int dot = name.lastIndexOf('.');
        return kind(name.substring(0, dot)).getField(name.substring(dot + 1)).get(null);
    }

    private static Class<?> kind(String name) throws ClassNotFoundException {
        List<Class<?>> primitive = List.of(int.class, long.class, byte.class, short.class, char.class, boolean.class,
                double.class, float.class);
        for (Class<?> one : primitive) {
            if (one.getName().equals(name)) {
                return one;
            }
        }
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException outside) {
            int dot = name.lastIndexOf('.');
            if (dot < 0) {
                throw outside;
            }
            return kind(name.substring(0, dot) + "$" + name.substring(dot + 1));
        }
    }

    private String name() {
        int start = at;
        while (at < text.length() && "()[], ".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private boolean skip(String wanted) {
        boolean isThere = text.startsWith(wanted, at);
        at += isThere ? wanted.length() : 0;
        return isThere;
    }
}

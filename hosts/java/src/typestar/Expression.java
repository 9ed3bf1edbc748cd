package typestar;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An expression that makes an object, in the words of Java: {@code new java.util.ArrayDeque(3)}, {@code new byte[2]},
 * {@code java.nio.ByteBuffer.allocate(2).flip()}, {@code java.util.List.of(1, "a", null)}. Calls, constructors, fields
 * and literals, no operators. A class of java.lang and java.util may be named without its package.
 */
final class Expression {
    private static final List<String> IMPORTED = List.of("", "java.lang.", "java.util.");
    private static final Map<String, Class<?>> PRIMITIVES = Map.of("int", int.class, "long", long.class, "short",
            short.class, "byte", byte.class, "char", char.class, "boolean", boolean.class, "float", float.class,
            "double", double.class);
    /** Which class a name means, in the one loader of this process. Looking for one that is not there takes long. */
    private static final Map<String, Optional<Class<?>>> FOUND = new ConcurrentHashMap<>();

    private final String text;
    private final ClassLoader loader;
    private final Map<String, Object> variables;
    private int at;

    private Expression(String text, ClassLoader loader, Map<String, Object> variables) {
        this.text = text;
        this.loader = loader;
        this.variables = variables;
    }

    /** What the expression makes. What it calls may throw anything; a mistake in it is an IllegalArgumentException. */
    static Object evaluate(String text, ClassLoader loader, Map<String, Object> variables) throws Throwable {
        Expression expression = new Expression(text, loader, variables);
        Object value = expression.value();
        expression.skipBlanks();
        if (expression.at < text.length()) {
            throw expression.mistake("unexpected `" + text.substring(expression.at) + "`");
        }
        return value;
    }

    /** The class of this name; null if there is none. */
    static Class<?> find(String name, ClassLoader loader) {
        Optional<Class<?>> found = FOUND.get(name);
        if (found == null) {
            found = Optional.ofNullable(PRIMITIVES.containsKey(name) ? PRIMITIVES.get(name) : load(name, loader));
            FOUND.put(name, found);
        }
        return found.orElse(null);
    }

    private static Class<?> load(String name, ClassLoader loader) {
        for (String imported : IMPORTED) {
            for (String full = imported + name; full != null; full = nested(full)) {
                try {
                    return Class.forName(full, true, loader);
                } catch (ClassNotFoundException elsewhere) {
                    // The next one may be it.
                } catch (NoClassDefFoundError wrong) {
                    if (!String.valueOf(wrong.getMessage()).contains("wrong name")) {
                        throw wrong; // it is there, but not what it needs
                    }
                }
            }
        }
        return null;
    }

    /** The same name, with its last part as a class inside another; null if there is no further part. */
    private static String nested(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? null : name.substring(0, dot) + "$" + name.substring(dot + 1);
    }

    private IllegalArgumentException mistake(String what) {
        return new IllegalArgumentException(what + " in `" + text + "`");
    }

    private Object value() throws Throwable {
        Object value = primary();
        while (takes('.')) {
            value = member(value, value == null ? null : value.getClass(), word());
        }
        return value;
    }

    private Object primary() throws Throwable {
        skipBlanks();
        char first = at < text.length() ? text.charAt(at) : ' ';
        if (first == '"' || first == '\'') {
            return quoted(first);
        }
        if (first == '-' || Character.isDigit(first)) {
            return number();
        }
        String word = word();
        switch (word) {
            case "true":
                return true;
            case "false":
                return false;
            case "null":
                return null;
            case "new":
                return made();
            default:
                return variables.containsKey(word) ? variables.get(word) : staticMember(word);
        }
    }

    private Object made() throws Throwable {
        StringBuilder name = new StringBuilder(word());
        while (takes('.')) {
            name.append('.').append(word());
        }
        Class<?> kind = named(name.toString());
        if (takes('[')) {
            int length = takes(']') ? -1 : (Integer) Arguments.converted(int.class, value());
            return length < 0 ? elements(kind) : array(kind, length);
        }
        if (!takes('(')) {
            return fresh(kind, loader);
        }
        return constructed(kind, arguments(')'));
    }

    private Object array(Class<?> kind, int length) {
        if (!takes(']')) {
            throw mistake("no `]`");
        }
        return Array.newInstance(kind, length);
    }

    private Object elements(Class<?> kind) throws Throwable {
        if (!takes('{')) {
            throw mistake("neither a length nor elements");
        }
        Object[] values = arguments('}');
        Object array = Array.newInstance(kind, values.length);
        for (int place = 0; place < values.length; place++) {
            Array.set(array, place, Arguments.converted(kind, values[place]));
        }
        return array;
    }

    private Object constructed(Class<?> kind, Object[] values) throws Throwable {
        Constructor<?> constructor = Arguments.best(kind.getConstructors(), values);
        if (constructor == null) {
            throw mistake(kind.getName() + " has no public constructor for " + Json.write(values));
        }
        return construct(constructor, Arguments.converted(constructor, values));
    }

    private static Object construct(Constructor<?> constructor, Object[] arguments) throws Throwable {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        } catch (InstantiationException notPossible) {
            throw new IllegalArgumentException(constructor.getDeclaringClass().getName() + " is abstract");
        }
    }

    /** A fresh object by the constructor with fewest parameters, which are 0, false and null, or fresh objects. */
    static Object fresh(Class<?> kind, ClassLoader loader) throws Throwable {
        if (kind.isInterface()) {
            return Fresh.implementation(kind, loader);
        }
        Constructor<?> constructor = Fresh.simplest(kind);
        if (constructor == null) {
            throw new IllegalArgumentException(
                    kind.getName() + " has no public constructor: name a method that creates one");
        }
        List<Object> arguments = new ArrayList<>();
        for (Class<?> type : constructor.getParameterTypes()) {
            boolean isPlain = type.isPrimitive() || type.isArray() || type.isEnum();
            arguments.add(isPlain ? Fresh.plain(type) : fresh(type, loader));
        }
        return construct(constructor, arguments.toArray());
    }

    private Object staticMember(String first) throws Throwable {
        StringBuilder name = new StringBuilder(first);
        while (takes('.')) {
            String next = word();
            Class<?> kind = find(name.toString(), loader);
            if (kind != null && find(name + "." + next, loader) == null) {
                return member(null, kind, next);
            }
            name.append('.').append(next);
        }
        throw mistake("unknown name `" + name + "`");
    }

    private Object member(Object receiver, Class<?> kind, String name) throws Throwable {
        if (kind == null) {
            throw mistake("null has no `" + name + "`");
        }
        if (!takes('(')) {
            return field(receiver, kind, name);
        }
        Object[] values = arguments(')');
        Method method = Arguments.method(kind, name, values);
        if (receiver == null && !Modifier.isStatic(method.getModifiers())) {
            throw mistake("`" + name + "` of " + kind.getName() + " is not static");
        }
        try {
            return method.invoke(receiver, Arguments.converted(method, values));
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    private Object field(Object receiver, Class<?> kind, String name) throws IllegalAccessException {
        try {
            Field field = kind.getField(name);
            return field.get(receiver);
        } catch (NoSuchFieldException | NullPointerException none) {
            throw mistake(kind.getName() + " has no public field `" + name + "`");
        }
    }

    private Object[] arguments(char end) throws Throwable {
        List<Object> values = new ArrayList<>();
        while (!takes(end)) {
            if (!values.isEmpty() && !takes(',')) {
                throw mistake("no `,`");
            }
            values.add(value());
        }
        return values.toArray();
    }

    private Class<?> named(String name) {
        Class<?> kind = find(name, loader);
        if (kind == null) {
            throw mistake("unknown class `" + name + "`");
        }
        return kind;
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean takes(char wanted) {
        skipBlanks();
        boolean isThere = at < text.length() && text.charAt(at) == wanted;
        at += isThere ? 1 : 0;
        return isThere;
    }

    private String word() {
        skipBlanks();
        int start = at;
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
            at++;
        }
        if (start == at) {
            throw mistake(at == text.length() ? "it ends too early" : "unexpected `" + text.substring(at) + "`");
        }
        return text.substring(start, at);
    }

    private Object quoted(char quote) {
        int end = at + 1;
        while (end < text.length() && text.charAt(end) != quote) {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        if (end >= text.length()) {
            throw mistake("a text that does not end");
        }
        String inside = text.substring(at + 1, end);
        at = end + 1;
        String content = (String) Json.parse('"' + (quote == '"' ? inside : inside.replace("\"", "\\\"")) + '"');
        return quote == '"' ? content : (Object) content.charAt(0);
    }

    private Object number() {
        int start = at;
        while (at < text.length() && "+-.0123456789eEL".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(start, at);
        if (digits.endsWith("L")) {
            return Long.valueOf(digits.substring(0, digits.length() - 1));
        }
        return digits.indexOf('.') < 0 ? (Object) Integer.valueOf(digits) : Double.valueOf(digits);
    }
}

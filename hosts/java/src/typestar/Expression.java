package typestar;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An expression that makes an object, in the words of Java: {@code new java.util.ArrayDeque(3)}, {@code new byte[2]},
 * {@code java.nio.ByteBuffer.allocate(2).flip()}, {@code java.util.List.of(1, "a", null)}. Calls, constructors, fields
 * and literals, no operators. A class of java.lang and java.util may be named without its package. Beyond Java there are
 * calls on what was made, which it remains: {@code new a.Mail("x"); setPriority(3)}, collections with elements:
 * {@code new List {1, null}}, {@code new List {3 of String}}, and interfaces that answer: {@code new Function -> "a"}, {@code new Point {x -> 1, y -> 2}}.
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
        try {
            return made(text, loader, variables);
        } catch (Unmade thrown) {
            throw thrown.getCause();
        }
    }

    /** The same. What it calls may throw, which is told as Unmade; everything else is a mistake. */
    static Object made(String text, ClassLoader loader, Map<String, Object> variables) throws Unmade {
        Expression expression = new Expression(text, loader, variables);
        Object value = expression.value();
        expression.skipBlanks();
        if (expression.at < text.length()) {
            throw expression.mistake("unexpected `" + text.substring(expression.at) + "`");
        }
        return value;
    }

    /** Runs what the class or the JDK does: what it throws is theirs. */
    private interface Call {
        Object call() throws Throwable;
    }

    private static Object theirs(Call call) throws Unmade {
        try {
            return call.call();
        } catch (InvocationTargetException thrown) {
            throw new Unmade(thrown.getCause());
        } catch (Unmade unmade) {
            throw unmade;
        } catch (Throwable thrown) {
            throw new Unmade(thrown);
        }
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

    private Object value() throws Unmade {
        Object value = primary();
        while (takes('.')) {
            value = member(value, value == null ? null : value.getClass(), word());
        }
        while (takes(';')) {
            member(value, value == null ? null : value.getClass(), word());
        }
        return value;
    }

    private Object primary() throws Unmade {
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

    private Object made() throws Unmade {
        Class<?> kind = named(fullName());
        skipBlanks();
        if (takes('[')) {
            int length = takes(']') ? -1 : (Integer) Arguments.converted(int.class, value());
            return length < 0 ? array(kind) : array(kind, length);
        }
        if (takes('{')) {
            return filled(kind);
        }
        if (text.startsWith("->", at)) {
            at += "->".length();
            return answering().of(kind, loader);
        }
        if (!takes('(')) {
            return freshly(kind);
        }
        return constructed(kind, arguments(')'));
    }

    private Object freshly(Class<?> kind) throws Unmade {
        if (!kind.isInterface() && Fresh.simplest(kind) == null) {
            throw mistake(kind.getName() + " has no public constructor: name a method that creates one");
        }
        return theirs(() -> fresh(kind, loader));
    }

    /** A collection or map with these elements. */
    private Object filled(Class<?> kind) throws Unmade {
        Class<?> real = Elements.real(kind);
        if (real == null && kind.isInterface()) {
            return Answering.each(answers()).of(kind, loader);
        }
        if (real == null) {
            throw mistake(kind.getName() + " is no collection that can be filled");
        }
        Object[] elements = elements();
        return theirs(() -> {
            Object made = real.getConstructor().newInstance();
            Elements.fill(made, elements);
            return made;
        });
    }

    /** What is between braces: values, or {@code 3 of int}, which are three different ones. */
    private Object[] elements() throws Unmade {
        int start = at;
        skipBlanks();
        if (at < text.length() && Character.isDigit(text.charAt(at))) {
            Object count = number();
            skipBlanks();
            if (count instanceof Integer && text.startsWith("of ", at)) {
                at += "of ".length();
                return different((Integer) count);
            }
        }
        at = start;
        return arguments('}');
    }

    private Object[] different(int count) throws Unmade {
        List<Class<?>> types = new ArrayList<>();
        do {
            types.add(named(fullName()));
        } while (takes(','));
        if (!takes('}')) {
            throw mistake("no `}`");
        }
        return (Object[]) theirs(() -> Elements.different(count, types, loader));
    }

    /** What the methods of an interface answer: {@code arg1}, {@code throw EXCEPTION}, or a value. */
    private Answering answering() throws Unmade {
        int start = at;
        skipBlanks();
        String word = at < text.length() && Character.isJavaIdentifierStart(text.charAt(at)) ? word() : "";
        if (word.matches("arg[1-9]")) {
            return Answering.argument(word.charAt(word.length() - 1) - '0');
        }
        if (!word.equals("throw")) {
            at = start;
            return Answering.value(value());
        }
        Object thrown = value();
        if (!(thrown instanceof Throwable)) {
            throw mistake("only an exception can be thrown");
        }
        return Answering.throwing((Throwable) thrown);
    }

    /** What each method of an interface answers: {@code {level -> 3, isOn -> true}}. */
    private Map<String, Object> answers() throws Unmade {
        Map<String, Object> answers = new HashMap<>();
        while (!takes('}')) {
            if (!answers.isEmpty() && !takes(',')) {
                throw mistake("no `,`");
            }
            String method = word();
            if (!takes('-') || !takes('>')) {
                throw mistake("no `->`");
            }
            answers.put(method, value());
        }
        return answers;
    }

    private String fullName() {
        StringBuilder name = new StringBuilder(word());
        while (takes('.')) {
            name.append('.').append(word());
        }
        return name.toString();
    }

    private Object array(Class<?> kind, int length) throws Unmade {
        if (!takes(']')) {
            throw mistake("no `]`");
        }
        return theirs(() -> Array.newInstance(kind, length));
    }

    private Object array(Class<?> kind) throws Unmade {
        if (!takes('{')) {
            throw mistake("neither a length nor elements");
        }
        Object[] values = elements();
        Object array = Array.newInstance(kind, values.length);
        for (int place = 0; place < values.length; place++) {
            Array.set(array, place, Arguments.converted(kind, values[place]));
        }
        return array;
    }

    private Object constructed(Class<?> kind, Object[] values) throws Unmade {
        Constructor<?> constructor = Arguments.best(kind.getConstructors(), values);
        if (constructor == null) {
            throw mistake(kind.getName() + " has no public constructor for " + Json.write(values));
        }
        Object[] arguments = Arguments.converted(constructor, values);
        return theirs(() -> construct(constructor, arguments));
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

    private Object staticMember(String first) throws Unmade {
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

    private Object member(Object receiver, Class<?> kind, String name) throws Unmade {
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
        Object[] arguments = Arguments.converted(method, values);
        return theirs(() -> method.invoke(receiver, arguments));
    }

    private Object field(Object receiver, Class<?> kind, String name) {
        try {
            Field field = kind.getField(name);
            field.trySetAccessible();
            return field.get(receiver);
        } catch (NoSuchFieldException | NullPointerException | IllegalAccessException none) {
            throw mistake(kind.getName() + " has no public field `" + name + "`");
        }
    }

    private Object[] arguments(char end) throws Unmade {
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
        Object number = Json.parse(digits);
        return digits.equals("-0") ? (Object) 0 : number;
    }
}

package typestar;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Objects in other states than those that makers leave them in: a public method was called that changed a field. */
final class States {
    /** So many methods of a class are tried, */
    private static final int MOST_METHODS = 24;
    /** and so many values of one that takes some. */
    private static final int MOST_VALUES = 3;
    private static final Comparator<Method> ORDER = Comparator.comparing((Method method) -> method.getParameterCount())
            .thenComparing(method -> method.getReturnType() != void.class).thenComparing(Method::toString);

    private final Values values;
    private final Trial trial;

    States(Values values, Trial trial) {
        this.values = values;
        this.trial = trial;
    }

    /** At most so many objects that one call has changed, made of the first of these values that is new each time. */
    List<String> of(List<String> made, int most) {
        Set<String> changed = new LinkedHashSet<>();
        String first = made.stream().filter(this::isNew).findFirst().orElse(null);
        Class<?> type = first == null ? null : trial.classOf(first);
        for (Method method : type == null ? List.<Method>of() : methods(type)) {
            for (String call : calls(method)) {
                // One value of a method will do: the makers have values of their own.
                if (changed.size() < most && trial.changes(first, call)) {
                    changed.add(first + "; " + call);
                    break;
                }
            }
        }
        changed.removeAll(made);
        return new ArrayList<>(changed);
    }

    /** Whether nobody else has the object that is changed. */
    private boolean isNew(String text) {
        boolean isMade = text.startsWith("new ") && !text.contains("->") && text.indexOf(';') < 0;
        return isMade || text.endsWith(")") && !trial.makesSame(text);
    }

    private List<Method> methods(Class<?> type) {
        List<Method> methods = new ArrayList<>();
        boolean isMeant = !type.isArray() && Elements.real(type) == null && !type.getName().startsWith("java.lang.")
                && !mayEndAll(type);
        for (Method method : isMeant ? type.getMethods() : new Method[0]) {
            if (isMeant(method, Values.isOfJdk(type))) {
                methods.add(method);
            }
        }
        methods.sort(ORDER);
        return Values.first(methods, MOST_METHODS);
    }

    /** Whether the code of a class ends the process somewhere: no value is worth that. */
    private static boolean mayEndAll(Class<?> type) {
        return Constants.file(type).map(ClassFile::mayEndAll).orElse(false);
    }

    /** Those that wait for something are none. What the JDK does may reach outside, unless it is in memory or ends it. */
    private static boolean isMeant(Method method, boolean isOfJdk) {
        boolean isOwn = !Modifier.isStatic(method.getModifiers()) && method.getDeclaringClass() != Object.class
                && !method.isSynthetic() && method.getParameterCount() <= (isOfJdk ? 0 : 1);
        boolean waits = List.of(method.getExceptionTypes()).contains(InterruptedException.class);
        boolean isInMemory = method.getDeclaringClass().getName().startsWith("java.util.");
        boolean isEnd = AutoCloseable.class.isAssignableFrom(method.getDeclaringClass()) && method.getName().equals("close");
        boolean isKnown = !isOfJdk || method.getReturnType() == void.class && (isInMemory || isEnd);
        return isOwn && !waits && isKnown && !Values.isSetter(method) && takesPlain(method);
    }

    private static boolean takesPlain(Method method) {
        return method.getParameterCount() == 0 || Kinds.isPlain(method.getParameterTypes()[0])
                || Kinds.isAnything(method.getParameterTypes()[0]);
    }

    private List<String> calls(Method method) {
        List<String> calls = new ArrayList<>();
        if (method.getParameterCount() == 0) {
            return List.of(method.getName() + "()");
        }
        for (String value : Values.first(values.plain(method.getGenericParameterTypes()[0]), MOST_VALUES)) {
            calls.add(method.getName() + "(" + value + ")");
        }
        return calls;
    }
}

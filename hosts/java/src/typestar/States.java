package typestar;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Objects in other states than those that makers leave them in: a public method was called that changed a field. */
final class States {
    /** So many methods of a class are tried without an argument, as many with one, */
    private static final int MOST_METHODS = 16;
    /** and so many values of one that takes some. */
    private static final int MOST_VALUES = 3;
    private static final Comparator<Method> ORDER = Comparator.comparing((Method method) -> method.getReturnType() != void.class)
            .thenComparing(Method::toString);

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
        int withValues = 0;
        for (Method method : type == null ? List.<Method>of() : methods(type)) {
            boolean isFull = changed.size() == most || withValues == most / 2;
            String call = isFull ? null : changing(first, method);
            if (call != null) {
                changed.add(first + "; " + call);
                withValues += method.getParameterCount();
            }
        }
        changed.removeAll(made);
        return new ArrayList<>(changed);
    }

    /** A call of a method that changes what an expression makes, with one value: makers have more; null if none does. */
    private String changing(String first, Method method) {
        return calls(method).stream().filter(call -> trial.changes(first, call)).findFirst().orElse(null);
    }

    /** Whether nobody else has the object that is changed. */
    private boolean isNew(String text) {
        boolean isMade = text.startsWith("new ") && text.indexOf(';') < 0;
        return isMade || text.endsWith(")") && !trial.makesSame(text);
    }

    private List<Method> methods(Class<?> type) {
        List<Method> plain = new ArrayList<>();
        List<Method> others = new ArrayList<>();
        boolean isOurs = Proxy.isProxyClass(type) || Elements.real(type) != null;
        boolean isMeant = !isOurs && !type.isArray() && !type.getName().startsWith("java.lang.") && !mayEndAll(type);
        for (Method method : isMeant ? type.getMethods() : new Method[0]) {
            if (isMeant(method, Values.isOfJdk(type))) {
                (method.getParameterCount() == 0 ? plain : others).add(method);
            }
        }
        plain.sort(ORDER);
        others.sort(ORDER);
        List<Method> methods = new ArrayList<>(Values.first(plain, MOST_METHODS));
        methods.addAll(Values.first(others, MOST_METHODS));
        return methods;
    }

    /** Whether the code of a class ends the process somewhere: no value is worth that. */
    private static boolean mayEndAll(Class<?> type) {
        return Constants.file(type).map(ClassFile::mayEndAll).orElse(false);
    }

    /** Those that wait for something are none. What the JDK does may reach outside, unless it is in memory or ends it. */
    private static boolean isMeant(Method method, boolean isOfJdk) {
        boolean isOwn = !Modifier.isStatic(method.getModifiers()) && !Methods.isOfObject(method)
                && !method.isSynthetic() && !Methods.isMangled(method.getName()) && method.getParameterCount() <= (isOfJdk ? 0 : 1);
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

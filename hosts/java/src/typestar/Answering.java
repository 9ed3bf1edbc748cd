package typestar;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What an object of an interface answers that nobody implements: a value, one of its arguments, or an exception. */
final class Answering implements InvocationHandler {
    /** Of more methods than these nobody knows what they answer. */
    private static final int MOST_TOLD = 8;
    private static final Map<Class<?>, List<Method>> TOLD = new ConcurrentHashMap<>();

    /** What methods of these names answer. */
    private final Map<String, Object> answers;
    /** What all others answer; null if it is an argument. */
    private final Object answer;
    /** Which argument is answered, counted from 1; 0 if none is. */
    private final int place;
    private final boolean isThrown;

    private Answering(Map<String, Object> answers, Object answer, int place, boolean isThrown) {
        this.answers = answers;
        this.answer = answer;
        this.place = place;
        this.isThrown = isThrown;
    }

    static Answering value(Object answer) {
        return new Answering(Map.of(), answer, 0, false);
    }

    static Answering argument(int place) {
        return new Answering(Map.of(), null, place, false);
    }

    static Answering throwing(Throwable thrown) {
        return new Answering(Map.of(), thrown, 0, true);
    }

    /** Each method of these names answers something else. */
    static Answering each(Map<String, Object> answers) {
        return new Answering(answers, null, 0, false);
    }

    /** An object of this interface that answers so. */
    Object of(Class<?> type, ClassLoader loader) {
        ClassLoader own = type.getClassLoader() == null ? loader : type.getClassLoader();
        return Proxy.newProxyInstance(own, new Class<?>[] {type}, this);
    }

    /** The one method of an interface that is to be implemented; null if there are none or several. */
    static Method only(Class<?> type) {
        Method only = null;
        for (Method method : type.isInterface() ? type.getMethods() : new Method[0]) {
            if (Modifier.isAbstract(method.getModifiers()) && !isOfObject(method)) {
                if (only != null && !isSame(only, method)) {
                    return null;
                }
                only = method;
            }
        }
        return only;
    }

    /** What is behind an object that answers; null if something else made it. */
    static Answering behind(Object object) {
        InvocationHandler handler = object instanceof Proxy ? Proxy.getInvocationHandler(object) : null;
        return handler instanceof Answering ? (Answering) handler : null;
    }

    /** The methods of an interface whose answers are known before they are called: the one, or those of no arguments. */
    static List<Method> told(Class<?> type) {
        return TOLD.computeIfAbsent(type, Answering::findTold);
    }

    private static List<Method> findTold(Class<?> type) {
        Method only = only(type);
        List<Method> told = new ArrayList<>(only == null ? List.of() : List.of(only));
        for (Method method : only == null ? type.getMethods() : new Method[0]) {
            boolean isAsked = Modifier.isAbstract(method.getModifiers()) && method.getParameterCount() == 0;
            boolean isPlain = Kinds.isPlain(method.getReturnType()) || method.getReturnType().isEnum();
            if (isAsked && isPlain && !isOfObject(method)) {
                told.add(method);
            }
        }
        told.sort(Comparator.comparing(Method::getName));
        return Values.first(told, MOST_TOLD);
    }

    /** Whether a method that is told of an interface is its only one. */
    static boolean isOnly(Method method, Class<?> type) {
        return told(type).size() == 1 && method.equals(only(type));
    }

    boolean isThrown() {
        return isThrown;
    }

    /** Whether it answers what it is given. */
    boolean isEcho() {
        return place > 0;
    }

    /** What a method will answer that gives back none of its arguments. */
    Object foretold(Method method) {
        return answered(method, answers.getOrDefault(method.getName(), answer));
    }

    private static boolean isSame(Method one, Method other) {
        return one.getName().equals(other.getName()) && one.getParameterCount() == other.getParameterCount();
    }

    private static boolean isOfObject(Method method) {
        String signature = Methods.signature(method, false);
        return signature.equals("equals(Object)") || signature.equals("hashCode()") || signature.equals("toString()");
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        switch (Methods.signature(method, false)) {
            case "equals(Object)":
                return proxy == arguments[0];
            case "hashCode()":
                return System.identityHashCode(proxy);
            case "toString()":
                return "@new";
            default:
                return method.isDefault() ? usual(proxy, method, arguments) : answer(method, arguments);
        }
    }

    private Object answer(Method method, Object[] arguments) throws Throwable {
        if (isThrown) {
            throw (Throwable) answer;
        }
        boolean isThere = place > 0 && arguments != null && place <= arguments.length;
        return isThere ? answered(method, arguments[place - 1]) : foretold(method);
    }

    private static Object answered(Method method, Object wanted) {
        Class<?> type = method.getReturnType();
        try {
            return wanted == null || type == void.class ? nothing(type) : Arguments.converted(type, wanted);
        } catch (IllegalArgumentException otherType) {
            return nothing(type); // it is meant for the other methods of the interface
        }
    }

    private static Object nothing(Class<?> type) {
        return type.isPrimitive() && type != void.class ? Fresh.plain(type) : null;
    }

    /** What the interface itself does. */
    private static Object usual(Object proxy, Method method, Object[] arguments) throws Throwable {
        Class<?> kind = method.getDeclaringClass();
        try {
            return MethodHandles.privateLookupIn(kind, MethodHandles.lookup()).unreflectSpecial(method, kind)
                    .bindTo(proxy).invokeWithArguments(arguments == null ? new Object[0] : arguments);
        } catch (IllegalAccessException closed) {
            return nothing(method.getReturnType());
        }
    }
}

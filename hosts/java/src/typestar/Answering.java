package typestar;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What an object of an interface answers that nobody implements: a value, one of its arguments, or an exception. */
final class Answering implements InvocationHandler {
    /** Of more methods than these nobody knows what they answer. */
    private static final int MOST_TOLD = 8;
    private static final Map<Class<?>, List<Method>> TOLD = new ConcurrentHashMap<>();
    private static final Map<Method, Way> WAYS = new ConcurrentHashMap<>();

    /** What methods of these names answer. */
    private final Map<String, Object> answers;
    /** What all others answer; null if it is an argument. */
    private final Object answer;
    /** Which argument is answered, counted from 1; 0 if none is. */
    private final int place;
    private final boolean isThrown;
    /** What was answered already, by method. */
    private final Map<Method, Optional<Object>> known = new ConcurrentHashMap<>();

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
        return answered(WAYS.computeIfAbsent(method, Way::new), answers.getOrDefault(method.getName(), answer));
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
        Way way = WAYS.computeIfAbsent(method, Way::new);
        switch (way.kind) {
            case EQUALS:
                return proxy == arguments[0];
            case HASH:
                return System.identityHashCode(proxy);
            case TEXT:
                return "@new";
            case USUAL:
                Budget.spend();
                return way.usual == null ? way.nothing : way.usual.bindTo(proxy).invokeWithArguments(given(arguments));
            default:
                Budget.spend();
                return answer(method, way, arguments);
        }
    }

    private static Object[] given(Object[] arguments) {
        return arguments == null ? new Object[0] : arguments;
    }

    private Object answer(Method method, Way way, Object[] arguments) throws Throwable {
        if (isThrown) {
            throw (Throwable) answer;
        }
        if (place > 0 && arguments != null && place <= arguments.length) {
            return answered(way, arguments[place - 1]);
        }
        return known.computeIfAbsent(method, each -> Optional.ofNullable(foretold(each))).orElse(null);
    }

    private static Object answered(Way way, Object wanted) {
        try {
            return wanted == null || way.type == void.class ? way.nothing : Arguments.converted(way.type, wanted);
        } catch (IllegalArgumentException otherType) {
            return way.nothing; // it is meant for the other methods of the interface
        }
    }

    /** What is known of a method of an interface: calls may ask it many thousand times, and reflection takes long. */
    private static final class Way {
        enum Kind { EQUALS, HASH, TEXT, USUAL, ASKED }

        final Kind kind;
        final Class<?> type;
        /** What it answers where nobody says what: 0, false or null. */
        final Object nothing;
        /** What the interface itself does; null if it does nothing, or does not let us. */
        final MethodHandle usual;

        Way(Method method) {
            kind = kind(method);
            type = method.getReturnType();
            nothing = type.isPrimitive() && type != void.class ? Fresh.plain(type) : null;
            usual = kind == Kind.USUAL ? usual(method) : null;
        }

        private static Kind kind(Method method) {
            switch (Methods.signature(method, false)) {
                case "equals(Object)":
                    return Kind.EQUALS;
                case "hashCode()":
                    return Kind.HASH;
                case "toString()":
                    return Kind.TEXT;
                default:
                    return method.isDefault() ? Kind.USUAL : Kind.ASKED;
            }
        }

        private static MethodHandle usual(Method method) {
            Class<?> owner = method.getDeclaringClass();
            try {
                return MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).unreflectSpecial(method, owner);
            } catch (IllegalAccessException closed) {
                return null;
            }
        }
    }
}

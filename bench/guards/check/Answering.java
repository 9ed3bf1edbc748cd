package check;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Random;

/** An implementation of any interface: it always answers the same value, null or what it was given, or throws. */
final class Answering implements InvocationHandler {
    /** From this manner on it gives back an argument, */
    private static final int ECHO = 5;
    /** and from this one on a value. */
    private static final int LAST_ECHO = 9;

    private final int manner;
    private final long seed;
    private final Values values;

    private Answering(Random random, Values values) {
        this.manner = random.nextInt(20);
        this.seed = random.nextLong();
        this.values = values;
    }

    /** What an argument threw: that is nothing that the class did. */
    static final class Thrown extends RuntimeException {
        private static final long serialVersionUID = 1;

        Thrown() {
            super("an argument threw this");
        }
    }

    static Object of(Class<?> type, Random random, Values values) {
        ClassLoader loader = type.getClassLoader() == null ? Answering.class.getClassLoader() : type.getClassLoader();
        return Proxy.newProxyInstance(loader, new Class<?>[] {type}, new Answering(random, values));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
        switch (method.getName()) {
            case "equals":
                return proxy == arguments[0];
            case "hashCode":
                return System.identityHashCode(proxy);
            case "toString":
                return "an argument";
            default:
                return answer(method.getReturnType(), arguments == null ? new Object[0] : arguments);
        }
    }

    /** What `throws`, `echoes`, `answer` or the name of a method stands for; null where nothing is known before a call. */
    Features.Found foretold(Class<?> type, String name) {
        for (Method method : type.getMethods()) {
            boolean isOnly = name.equals("answer") || name.equals("throws") || name.equals("echoes");
            boolean isMeant = isOnly || method.getName().equals(name) && method.getParameterCount() == 0;
            if (Modifier.isAbstract(method.getModifiers()) && isMeant && !isOfObject(method)) {
                return foretold(method, name);
            }
        }
        return null;
    }

    private static boolean isOfObject(Method method) {
        return method.getName().equals("equals") && method.getParameterCount() == 1;
    }

    private Features.Found foretold(Method method, String name) {
        Class<?> type = method.getReturnType();
        boolean echoes = manner >= ECHO && manner < LAST_ECHO
                && Arrays.stream(method.getParameterTypes()).anyMatch(type::isAssignableFrom);
        if (name.equals("throws") || name.equals("echoes")) {
            return new Features.Found(name.equals("throws") ? manner < 2 : echoes);
        }
        return manner < 2 || echoes || type == void.class ? null : new Features.Found(answer(type, new Object[0]));
    }

    private Object answer(Class<?> type, Object[] arguments) {
        if (manner < 2) {
            throw new Thrown();
        } else if (type == void.class || manner < ECHO && !type.isPrimitive()) {
            return null;
        }
        for (Object argument : arguments) {
            if (manner < LAST_ECHO && type.isInstance(argument)) {
                return argument;
            }
        }
        try {
            return values.make(type, new Random(seed), new Word());
        } catch (Values.Unmakeable nothing) {
            return null;
        }
    }
}

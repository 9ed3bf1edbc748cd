package check;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Random;

/** An implementation of any interface: it always answers the same value, null or what it was given, or throws. */
final class Answering implements InvocationHandler {
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

    private Object answer(Class<?> type, Object[] arguments) {
        if (manner < 2) {
            throw new Thrown();
        } else if (type == void.class || manner < 5 && !type.isPrimitive()) {
            return null;
        }
        for (Object argument : arguments) {
            if (manner < 9 && type.isInstance(argument)) {
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

package typestar;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.robolectric.util.ReflectionHelpers;

/** Answers the calls of an interface by the methods of an object that have the same name and parameters. */
final class Delegate implements InvocationHandler {
    private final Object object;

    private Delegate(Object object) {
        this.object = object;
    }

    static <T> T of(Class<T> type, Object object) {
        return type.isInstance(object) ? type.cast(object)
                : type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new Delegate(object)));
    }

    @Override
    public Object invoke(Object proxy, Method called, Object[] arguments) throws Throwable {
        try {
            Method method = object.getClass().getMethod(called.getName(), called.getParameterTypes());
            method.setAccessible(true);
            return method.invoke(object, arguments);
        } catch (NoSuchMethodException unanswered) {
            return ReflectionHelpers.defaultValueForType(called.getReturnType().getName());
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}

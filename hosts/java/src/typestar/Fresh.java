package typestar;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** Which objects can be made of nothing but their class. */
final class Fresh {
    /** How many constructors deep an object may be made. */
    private static final int DEEPEST = 3;

    private Fresh() {}

    /** Whether a value of this type can be given. */
    static boolean canBeMade(Class<?> type) {
        return canBeMade(type, DEEPEST);
    }

    private static boolean canBeMade(Class<?> type, int depth) {
        boolean isPlain = type.isPrimitive() || type.isArray() || type.isEnum() || type.isInterface();
        if (isPlain || type == String.class || Number.class.isAssignableFrom(type)) {
            return true;
        }
        return depth > 0 && simplest(type, depth) != null;
    }

    /** The public constructor with fewest parameters that can be called; null if there is none. */
    static Constructor<?> simplest(Class<?> kind) {
        return simplest(kind, DEEPEST);
    }

    private static Constructor<?> simplest(Class<?> kind, int depth) {
        Constructor<?> simplest = null;
        if (Modifier.isAbstract(kind.getModifiers())) {
            return null;
        }
        for (Constructor<?> constructor : kind.getConstructors()) {
            boolean isPossible = true;
            for (Class<?> type : constructor.getParameterTypes()) {
                isPossible &= canBeMade(type, depth - 1);
            }
            if (isPossible && (simplest == null || constructor.getParameterCount() < simplest.getParameterCount())) {
                simplest = constructor;
            }
        }
        return simplest;
    }

    /** 0, false, an empty array or the first of an enum. */
    static Object plain(Class<?> type) {
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), 0);
        }
        return Array.get(Array.newInstance(type, 1), 0);
    }

    /** An empty collection, or something that does nothing when it is called. */
    static Object implementation(Class<?> type, ClassLoader loader) {
        Class<?> real = Elements.real(type);
        if (real != null) {
            try {
                return real.getConstructor().newInstance();
            } catch (ReflectiveOperationException impossible) { // they are classes of the JDK
                throw new IllegalStateException(impossible);
            }
        } else if (type == CharSequence.class) {
            return "";
        }
        return Answering.value(null).of(type, loader);
    }

    /** The expression for what is made of a type that way, as people read it. */
    static String text(Class<?> type) {
        if (type.isPrimitive()) {
            return type == char.class ? "'\\0'" : String.valueOf(plain(type));
        } else if (type.isEnum()) {
            return type.getTypeName() + "." + ((Enum<?>) plain(type)).name();
        } else if (type.isArray()) {
            return "new " + type.getComponentType().getTypeName() + "[0]";
        } else if (type == String.class || type == CharSequence.class) {
            return "\"\"";
        } else if (type.isInterface()) {
            Object made = implementation(type, type.getClassLoader());
            boolean isProxy = Proxy.isProxyClass(made.getClass());
            return "new " + (isProxy ? type : made.getClass()).getTypeName() + (isProxy ? "() {}" : "()");
        }
        List<String> arguments = new ArrayList<>();
        for (Class<?> argument : simplest(type).getParameterTypes()) {
            arguments.add(text(argument));
        }
        return "new " + type.getTypeName() + "(" + String.join(", ", arguments) + ")";
    }
}

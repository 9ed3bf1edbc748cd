package check;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** What types say of their values and methods. */
final class Types {
    /** Reflection keeps no order. */
    static final Comparator<Executable> ORDER = Comparator.comparing(Executable::toString);

    private Types() {}

    static Class<?> kind(Type type) {
        if (type instanceof Class) {
            return (Class<?>) type;
        } else if (type instanceof ParameterizedType) {
            return kind(((ParameterizedType) type).getRawType());
        } else if (type instanceof GenericArrayType) {
            return kind(((GenericArrayType) type).getGenericComponentType()).arrayType();
        } else if (type instanceof java.lang.reflect.TypeVariable) {
            return kind(((java.lang.reflect.TypeVariable<?>) type).getBounds()[0]);
        }
        return kind(((java.lang.reflect.WildcardType) type).getUpperBounds()[0]);
    }

    /** The type of the elements of a collection, as far as it is known. */
    static Type argument(Type type, int place, Word word) {
        boolean isKnown = type instanceof ParameterizedType;
        Type argument = isKnown ? ((ParameterizedType) type).getActualTypeArguments()[place] : Object.class;
        return kind(argument) == Object.class ? word.kindOfObjects() : argument;
    }

    /** One of the permitted classes of a sealed type; of streams and readers those in memory. */
    static Class<?> actual(Class<?> kind, Random random) {
        if (kind.isSealed() && Modifier.isAbstract(kind.getModifiers())) {
            Class<?>[] permitted = kind.getPermittedSubclasses();
            return actual(permitted[random.nextInt(permitted.length)], random);
        } else if (kind == java.io.InputStream.class) {
            return java.io.ByteArrayInputStream.class;
        } else if (kind == java.io.OutputStream.class) {
            return java.io.ByteArrayOutputStream.class;
        } else if (kind == java.io.Reader.class) {
            return java.io.StringReader.class;
        }
        return kind == java.io.Writer.class ? java.io.StringWriter.class : kind;
    }

    /** The public constructors of a class, and its static methods that make one. */
    static List<Executable> makers(Class<?> kind) {
        List<Executable> makers = new ArrayList<>();
        if (!Modifier.isAbstract(kind.getModifiers())) {
            makers.addAll(Arrays.asList(kind.getConstructors()));
        }
        for (Method method : kind.getMethods()) {
            boolean isStatic = Modifier.isStatic(method.getModifiers());
            if (isStatic && kind.isAssignableFrom(method.getReturnType()) && method.getDeclaringClass() == kind) {
                makers.add(method);
            }
        }
        makers.forEach(maker -> maker.setAccessible(true));
        makers.sort(ORDER);
        return makers;
    }

    /** The public methods that a class declares itself, without those of every object and those of the compiler. */
    static List<Method> methods(Class<?> kind) {
        List<Method> methods = new ArrayList<>();
        for (Method method : kind.getDeclaredMethods()) {
            boolean isOwn = Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers());
            if (isOwn && !method.isSynthetic() && !isOfObject(method)) {
                method.setAccessible(true);
                methods.add(method);
            }
        }
        methods.sort(ORDER);
        return methods;
    }

    /** The methods that bring an object into another state; of what comes with Java some that stay in memory. */
    static List<Method> changing(Class<?> kind) {
        List<Method> methods = new ArrayList<>();
        boolean isOfJava = kind.getClassLoader() == null;
        for (Method method : kind.getMethods()) {
            boolean isSetter = method.getName().startsWith("set") && method.getParameterCount() == 1;
            boolean isOwn = !isOfJava && method.getDeclaringClass() != Object.class;
            boolean isPlain = method.getDeclaringClass().getName().startsWith("java.util.")
                    && method.getParameterCount() == 0 && method.getReturnType() == void.class
                    && !Arrays.asList(method.getExceptionTypes()).contains(InterruptedException.class);
            if ((isSetter || isOwn || isPlain) && !Modifier.isStatic(method.getModifiers())) {
                methods.add(method);
            }
        }
        methods.sort(ORDER);
        return methods;
    }

    private static boolean isOfObject(Method method) {
        try {
            Object.class.getMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (NoSuchMethodException none) {
            return false;
        }
    }

    /** Whether a name is the compiler's and not meant for callers. */
    static boolean isMangled(String name) {
        return name.indexOf('$') >= 0 || name.indexOf('-') >= 0;
    }

    /** A method with the types of its parameters: `write(byte[],int)`. */
    static String signature(Method method, boolean withPackages) {
        List<String> types = new ArrayList<>();
        for (Class<?> type : method.getParameterTypes()) {
            types.add(withPackages ? type.getTypeName() : type.getSimpleName());
        }
        return method.getName() + "(" + String.join(",", types) + ")";
    }

    /** What a call answered, as truths write it. */
    static String outcome(Class<?> returned, Object answer) {
        boolean isBoolean = returned == boolean.class || returned == Boolean.class;
        if (returned.isPrimitive() && !isBoolean) {
            return "ok";
        } else if (answer == null) {
            return "null";
        } else if (isBoolean || returned.isEnum()) {
            return isBoolean ? answer.toString() : ((Enum<?>) answer).name();
        }
        return "not null";
    }

    static String outcome(Throwable thrown) {
        String name = thrown.getClass().getSimpleName();
        return name.isEmpty() ? thrown.getClass().getName() : name;
    }
}

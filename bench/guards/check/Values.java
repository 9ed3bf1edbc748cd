package check;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;

/** Random arguments of any type, richer than what typestar tries. */
final class Values {
    private static final int DEEPEST = 4;
    private static final int TRIES = 12;
    /** What reaches outside of this process, or ends threads, is not made. */
    private static final List<String> LEFT_ALONE = List.of("java.io.File", "java.nio.file.", "java.net.",
            "java.lang.Thread", "java.lang.ClassLoader", "java.lang.Process", "java.nio.channels.", "java.lang.Module");

    private final Class<?> subject;
    final Plain plain;
    private final Map<Class<?>, List<Executable>> makers = new HashMap<>();
    private int depth;

    /** A type of which nothing can be made. */
    static final class Unmakeable extends Exception {
        private static final long serialVersionUID = 1;

        Unmakeable(Type type) {
            super(type.getTypeName());
        }
    }

    /** An object of the class with the way in which it was made. */
    static final class Made {
        final String maker;
        /** With the types that it takes: `new(int)`. */
        final String name;
        final Object[] arguments;
        Object object;
        Throwable thrown;

        Made(Executable maker, Object[] arguments) {
            this.maker = maker instanceof Constructor ? "new" : maker.getName();
            this.name = Shown.maker(maker);
            this.arguments = arguments;
            try {
                object = maker instanceof Constructor
                        ? ((Constructor<?>) maker).newInstance(arguments)
                        : ((Method) maker).invoke(null, arguments);
            } catch (InvocationTargetException threw) {
                thrown = threw.getCause();
            } catch (ReflectiveOperationException impossible) {
                thrown = impossible;
            }
        }
    }

    Values(Class<?> subject, Hints hints) {
        this.subject = subject;
        plain = new Plain(hints);
    }

    Object[] arguments(Executable executable, Random random, Word word) throws Unmakeable {
        Type[] types = executable.getGenericParameterTypes();
        types = types.length == executable.getParameterCount() ? types : executable.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int place = 0; place < types.length; place++) {
            arguments[place] = make(types[place], random, word);
        }
        return arguments;
    }

    Object make(Type type, Random random, Word word) throws Unmakeable {
        Class<?> kind = Types.kind(type);
        Object value = kind.isPrimitive() ? plain.of(kind, random) : null;
        if (kind.isPrimitive()) {
            return value;
        } else if (random.nextInt(10) == 0) {
            return null;
        }
        value = random.nextInt(4) == 0 ? earlier(kind, random, word) : null;
        if (value != null) {
            return value;
        }
        depth++;
        try {
            return depth > DEEPEST ? null : fresh(type, kind, random, word);
        } finally {
            depth--;
        }
    }

    private static Object earlier(Class<?> kind, Random random, Word word) {
        Object object = word.pool.isEmpty() ? null : word.pool.get(random.nextInt(word.pool.size()));
        boolean isSuch = kind != Object.class && kind != Comparable.class && kind.isInstance(object);
        return isSuch ? object : null;
    }

    private Object fresh(Type type, Class<?> kind, Random random, Word word) throws Unmakeable {
        Object value = plain.of(kind, random);
        if (value != null) {
            return value;
        } else if (kind == String.class || kind == CharSequence.class) {
            return plain.text(random);
        } else if (kind == Object.class || kind == Comparable.class || kind == Number.class) {
            Class<?> plainKind = kind == Number.class ? Integer.class : word.kindOfObjects();
            return plainKind == String.class ? plain.text(random) : plain.of(plainKind, random);
        } else if (kind.isEnum()) {
            return kind.getEnumConstants()[random.nextInt(kind.getEnumConstants().length)];
        } else if (kind.isArray()) {
            return array(kind.getComponentType(), random, word);
        } else if (kind == Map.class) {
            return map(type, random, word);
        } else if (kind.isAssignableFrom(ArrayList.class) || List.of(Set.class, Queue.class, Deque.class).contains(kind)) {
            return collection(type, kind, random, word);
        }
        return object(kind, random, word);
    }

    private Object array(Class<?> element, Random random, Word word) throws Unmakeable {
        int length = plain.length(random);
        Object array = Array.newInstance(element, length);
        for (int place = 0; place < length; place++) {
            Array.set(array, place, make(element, random, word));
        }
        return array;
    }

    private Object collection(Type type, Class<?> kind, Random random, Word word) throws Unmakeable {
        boolean isDeque = kind == Queue.class || kind == Deque.class;
        Collection<Object> made = isDeque ? new ArrayDeque<>() : kind == Set.class ? new LinkedHashSet<>() : new ArrayList<>();
        Type element = Types.argument(type, 0, word);
        Object same = random.nextInt(4) == 0 ? make(element, random, word) : null;
        for (int left = plain.length(random); left > 0; left--) {
            Object value = same == null ? make(element, random, word) : same;
            if (value != null || !isDeque) {
                made.add(value);
            }
        }
        return made;
    }

    private Object map(Type type, Random random, Word word) throws Unmakeable {
        Map<Object, Object> made = new LinkedHashMap<>();
        for (int left = plain.length(random); left > 0; left--) {
            made.put(make(Types.argument(type, 0, word), random, word), make(Types.argument(type, 1, word), random, word));
        }
        return made;
    }

    private Object object(Class<?> kind, Random random, Word word) throws Unmakeable {
        if (LEFT_ALONE.stream().anyMatch(kind.getName()::startsWith)) {
            throw new Unmakeable(kind);
        }
        Object handedOut = kind != subject && random.nextInt(4) == 0 ? handedOut(kind, random, word) : null;
        Class<?> actual = kind == subject ? kind : Types.actual(kind, random);
        if (handedOut != null) {
            return handedOut;
        } else if (actual.isInterface()) {
            return Answering.of(actual, random, this);
        }
        Object object = madeIn(actual, random, word).object;
        if (object != null && random.nextInt(2) == 0) {
            change(object, random, word);
        }
        return object;
    }

    /** What a second object of the class hands out. */
    private Object handedOut(Class<?> kind, Random random, Word word) throws Unmakeable {
        for (Method method : subject.getMethods()) {
            boolean isSuch = method.getReturnType() == kind && method.getParameterCount() == 0
                    && !Modifier.isStatic(method.getModifiers());
            if (isSuch) {
                Object other = madeIn(subject, random, word).object;
                try {
                    return other == null ? null : method.invoke(other);
                } catch (ReflectiveOperationException threw) {
                    return null;
                }
            }
        }
        return null;
    }

    /** Calls a few methods that bring it into another state. */
    private void change(Object object, Random random, Word word) {
        List<Method> methods = Types.changing(object.getClass());
        for (int left = methods.isEmpty() ? 0 : random.nextInt(3); left > 0; left--) {
            Method method = methods.get(random.nextInt(methods.size()));
            try {
                method.invoke(object, arguments(method, random, word));
            } catch (ReflectiveOperationException | Unmakeable nothing) {
                continue; // then it is not changed
            }
        }
    }

    /** One of the ways that does not throw, if one of the first tries finds it. */
    private Made madeIn(Class<?> kind, Random random, Word word) throws Unmakeable {
        for (int left = depth > 1 ? TRIES / 2 : TRIES; left > 0; left--) {
            Made made = tried(kind, random, word);
            if (made != null && made.object != null) {
                return made;
            }
        }
        throw new Unmakeable(kind);
    }

    /** Makes an object in any of its ways, which may throw; none if there were no arguments for it. */
    Made tried(Class<?> kind, Random random, Word word) throws Unmakeable {
        List<Executable> ways = makers.computeIfAbsent(kind, Types::makers);
        if (ways.isEmpty()) {
            throw new Unmakeable(kind);
        }
        Executable way = ways.get(random.nextInt(ways.size()));
        try {
            return new Made(way, arguments(way, random, word));
        } catch (Unmakeable argument) {
            return null;
        }
    }
}

package typestar;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The methods of a class that are its inputs, by the names that they have as such. */
final class Methods {
    private static final Comparator<Method> ORDER =
            Comparator.comparing(Method::getName).thenComparing(method -> signature(method, true));

    /** By input name. */
    final Map<String, Method> byName = new LinkedHashMap<>();
    /** Those that are not offered: their parameters cannot be made, or nobody is meant to call them. */
    final List<Map<String, Object>> leftOut = new ArrayList<>();
    private final Class<?> kind;
    private final Pools pools;
    private final Given given;

    private Methods(Class<?> kind, Pools pools, Given given) {
        this.kind = kind;
        this.pools = pools;
        this.given = given;
    }

    /** Those that are named, or else those that the class declares, and with them those that it inherits. */
    static Methods of(Class<?> kind, List<String> named, boolean withInherited, Pools pools, Given given) {
        List<Method> offered = offered(kind, withInherited);
        Methods methods = new Methods(kind, pools, given);
        List<Method> chosen = named.isEmpty() ? methods.makeable(offered) : chosen(kind, offered, named);
        Map<String, Integer> counts = new HashMap<>();
        chosen.forEach(method -> counts.merge(method.getName(), 1, Integer::sum));
        for (Method method : chosen) {
            boolean isOverloaded = counts.get(method.getName()) > 1;
            methods.add(isOverloaded ? signature(method, false) : method.getName(), Arguments.callable(method, kind));
        }
        return methods;
    }

    private void add(String name, Method method) {
        // Two types of the same name are told apart by their packages.
        Method other = byName.putIfAbsent(name, method);
        if (other != null && other != method) {
            byName.put(signature(method, true), method);
        }
    }

    /** The public methods of objects of this class, sorted, because their order in the class file is not kept. */
    private static List<Method> offered(Class<?> kind, boolean withInherited) {
        List<Method> offered = new ArrayList<>();
        for (Method method : withInherited ? kind.getMethods() : kind.getDeclaredMethods()) {
            boolean isOwn = Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers());
            if (isOwn && isWritten(method, withInherited) && !isOfObject(method)) {
                offered.add(method);
            }
        }
        offered.sort(ORDER);
        return offered;
    }

    /**
     * Whether somebody wrote the method, and not the compiler. A method of a superclass that is hidden is inherited by
     * one that the compiler makes: that one counts as written there.
     */
    private static boolean isWritten(Method method, boolean withInherited) {
        if (!method.isSynthetic()) {
            return true;
        }
        Class<?> kind = method.getDeclaringClass();
        return withInherited && !declares(kind, method) && declaresAbove(kind.getSuperclass(), method);
    }

    private static boolean declaresAbove(Class<?> kind, Method method) {
        return kind != null && (declares(kind, method) || declaresAbove(kind.getSuperclass(), method));
    }

    /** Whether the class declares such a method that somebody wrote. */
    private static boolean declares(Class<?> kind, Method method) {
        for (Method other : kind.getDeclaredMethods()) {
            boolean isSuch = other.getName().equals(method.getName()) && !other.isSynthetic();
            if (isSuch && Arrays.equals(other.getParameterTypes(), method.getParameterTypes())) {
                return true;
            }
        }
        return false;
    }

    static boolean isOfObject(Method method) {
        try {
            Object.class.getMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (NoSuchMethodException none) {
            return false;
        }
    }

    private List<Method> makeable(List<Method> offered) {
        List<Method> makeable = new ArrayList<>();
        for (Method method : offered) {
            Type missing = isMangled(method.getName()) ? null : missing(method);
            if (missing == null && !isMangled(method.getName())) {
                makeable.add(method);
            } else {
                leftOut.add(Pools.leftOut(signature(method, false), missing, isAside(method)));
            }
        }
        return makeable;
    }

    /** Whether nobody misses a method: it is inherited, or should not be called any more. */
    private boolean isAside(Method method) {
        return method.getDeclaringClass() != kind || method.isAnnotationPresent(Deprecated.class);
    }

    /** Whether a compiler made the name: no programmer can write it in Java, or should. */
    static boolean isMangled(String name) {
        return name.chars().anyMatch(letter -> letter == '$' || !Character.isJavaIdentifierPart(letter));
    }

    /** The first parameter that nothing can be given; null if there is none. */
    private Type missing(Method method) {
        Type[] types = method.getGenericParameterTypes();
        for (int place = 0; place < types.length; place++) {
            if (!pools.canGive(types[place]) && !given.isFor(method, place)) {
                return types[place];
            }
        }
        return null;
    }

    /** The methods of these names, whoever declares them: `write` means all, `write(int)` one of them. */
    private static List<Method> chosen(Class<?> kind, List<Method> offered, List<String> named) {
        List<Method> chosen = new ArrayList<>();
        for (String name : named) {
            List<Method> found = matching(offered, name);
            found = found.isEmpty() ? matching(all(kind), name) : found;
            if (found.isEmpty()) {
                List<String> there = new ArrayList<>();
                offered.forEach(method -> there.add(signature(method, false)));
                throw new IllegalArgumentException(
                        kind.getName() + " has no public method `" + name + "`: it has " + String.join(", ", there));
            }
            found.removeAll(chosen);
            chosen.addAll(found);
        }
        return chosen;
    }

    private static List<Method> all(Class<?> kind) {
        List<Method> all = new ArrayList<>(List.of(kind.getMethods()));
        all.removeIf(method -> !isWritten(method, true));
        all.sort(ORDER);
        return all;
    }

    private static List<Method> matching(List<Method> methods, String name) {
        String wanted = name.replace(" ", "");
        List<Method> matching = new ArrayList<>();
        for (Method method : methods) {
            if (method.getName().equals(wanted) || signature(method, false).equals(wanted)
                    || signature(method, true).equals(wanted)) {
                matching.add(method);
            }
        }
        return matching;
    }

    /** A method as text, with the types of its parameters: write(byte[],int,int); a constructor is new(int). */
    static String signature(Executable method, boolean withPackages) {
        List<String> types = new ArrayList<>();
        for (Class<?> type : method.getParameterTypes()) {
            types.add(withPackages ? type.getTypeName() : type.getSimpleName());
        }
        return name(method) + "(" + String.join(",", types) + ")";
    }

    /** What people call it: a constructor is `new`. */
    static String name(Executable method) {
        return method instanceof Constructor ? "new" : method.getName();
    }

    /** As they are told with the `ready`, and behind them what makes objects. */
    List<Map<String, Object>> described(Makers makers) {
        List<Map<String, Object>> described = new ArrayList<>();
        byName.forEach((name, method) -> {
            Map<String, Object> each = described(name, method);
            each.put("returns", Kinds.returned(method.getReturnType()));
            described.add(each);
        });
        makers.byName.forEach((name, maker) -> {
            Map<String, Object> each = described(name, maker);
            each.put("returns", Kinds.returned(void.class));
            each.put("makes", true);
            described.add(each);
        });
        return described;
    }

    private Map<String, Object> described(String name, Executable method) {
        List<Map<String, Object>> parameters = new ArrayList<>();
        for (Type type : Generics.parameters(method)) {
            boolean isMaker = method instanceof Constructor || Modifier.isStatic(method.getModifiers());
            parameters.add(isMaker ? pools.parameter(type) : pools.parameterOfMethod(type));
        }
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("name", name);
        described.put("parameters", parameters);
        return described;
    }
}

package typestar;

import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;

/** What the parameters of a class's methods can be given. */
final class Pools {
    private static final int MOST_MEMBERS = 24;
    /** Of the objects that another object of the class hands out, so many. */
    private static final int MOST_OTHERS = 3;

    private final Class<?> kind;
    private final Constants constants;
    private final Values values;
    private final Forms forms;
    private final Trial trial;
    /** The expression for another object of the class; null if nobody knows one. */
    private String another;
    private final Map<String, Map<String, Object>> told = new HashMap<>();

    Pools(Class<?> kind, ClassLoader loader) {
        this.kind = kind;
        Executor at = Runnable::run;
        trial = new Trial(loader, Map.of("executor", at, "step", 1));
        constants = new Constants(kind, loader);
        values = new Values(constants, trial, loader);
        forms = new Forms(values, constants, trial);
    }

    /** Other objects of the class are made by this expression. */
    void another(String expression) {
        another = expression;
    }

    /** Whether an expression makes an object of a type. */
    boolean makes(String expression, Class<?> type) {
        return trial.makes(expression, type);
    }

    /** The first call of a maker that makes an object of a type; null if none does. */
    String firstMade(Class<?> type, Executable maker) {
        return values.calls(maker).stream().filter(call -> trial.makes(call, type)).findFirst().orElse(null);
    }

    /** Whether a maker hands out the same object each time: then words would not begin afresh. */
    boolean makesSame(Executable maker) {
        return maker instanceof Method && trial.makesSame(values.calls(maker).get(0));
    }

    /** Whether a parameter of this type can be given anything but null. */
    boolean canGive(Type type) {
        Class<?> raw = Generics.raw(type);
        return Kinds.isPlain(raw) || Kinds.isAnything(raw) || Number.class.isAssignableFrom(raw)
                || raw.isArray() || isHandedOut(raw) || !values.of(type).isEmpty();
    }

    /** The same for a method that is called on an object: that can be given itself. */
    Map<String, Object> parameterOfMethod(Type type) {
        Class<?> raw = Generics.raw(type);
        Map<String, Object> parameter = parameter(type);
        boolean isMeant = raw.isAssignableFrom(kind) && !raw.getName().startsWith("java.lang.") && !holdsMany();
        if (!isMeant) {
            return parameter;
        }
        Map<String, Object> more = new LinkedHashMap<>(parameter);
        List<Object> texts = new ArrayList<>((List<?>) parameter.getOrDefault("values", List.of()));
        texts.add("@this");
        more.put("values", texts);
        return more;
    }

    /** Whether an object may hold many things: given to itself again and again, it could become twice as large each time. */
    private boolean holdsMany() {
        for (Class<?> each = kind; each != null; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                boolean isMany = field.getType().isArray() || Elements.real(field.getType()) != null;
                if (isMany && !Modifier.isStatic(field.getModifiers())) {
                    return true;
                }
            }
        }
        return Iterable.class.isAssignableFrom(kind) || CharSequence.class.isAssignableFrom(kind);
    }

    /** Whether objects of several classes are known that are of this type, so that it matters which one is there. */
    boolean hasClasses(Class<?> type) {
        boolean isOpen = !type.isPrimitive() && !type.isArray() && !type.isEnum() && !type.getName().startsWith("java.");
        if (!isOpen || Modifier.isFinal(type.getModifiers())) {
            return false;
        }
        Set<Class<?>> classes = new LinkedHashSet<>(values.below(type));
        classes.add(type);
        classes.removeIf(each -> Modifier.isAbstract(each.getModifiers()));
        return classes.size() > 1;
    }

    /** Why a value of the user's is none; null if it is one. What only a step can make is not tried. */
    String fault(String expression, Class<?> type) {
        return trial.why(expression, type);
    }

    /** Whether a method returns such objects. */
    private boolean isHandedOut(Class<?> raw) {
        return Arrays.stream(kind.getMethods()).anyMatch(method -> hands(method, raw) && method.getReturnType() == raw);
    }

    private static boolean hands(Method method, Class<?> raw) {
        return !Modifier.isStatic(method.getModifiers()) && method.getDeclaringClass() != Object.class
                && raw.isAssignableFrom(method.getReturnType()) && !method.isSynthetic();
    }

    /** A parameter, as it is told with the `ready`: its kind, values of it, and ways to make others. */
    Map<String, Object> parameter(Type type) {
        return told.computeIfAbsent(type.getTypeName(), name -> described(type));
    }

    private Map<String, Object> described(Type type) {
        Class<?> raw = Generics.raw(type);
        Map<String, Object> parameter = Kinds.described(raw);
        if (Kinds.isPlain(raw)) {
            put(parameter, "values", Kinds.values(raw, constants));
        } else if (Kinds.isAnything(raw)) {
            put(parameter, "values", Arrays.asList(1, null, 2));
            parameter.put("plain", 0);
        } else if (raw.isEnum()) {
            put(parameter, "values", members(raw));
            parameter.put("plain", "@new " + raw.getTypeName());
        } else {
            describeMade(type, raw, parameter);
        }
        return parameter;
    }

    private void describeMade(Type type, Class<?> raw, Map<String, Object> parameter) {
        Set<String> texts = new LinkedHashSet<>();
        List<String> made = values.of(type);
        Values.first(made, 2).forEach(text -> texts.add("@" + text));
        others(raw).forEach(text -> texts.add("@" + text));
        made.forEach(text -> texts.add("@" + text));
        put(parameter, "values", new ArrayList<>(texts));
        if (!raw.isArray() && trial.makes("new " + raw.getTypeName(), raw)) {
            parameter.put("plain", "@new " + raw.getTypeName());
        }
        put(parameter, "makings", forms.of(type));
    }

    private static List<String> members(Class<?> type) {
        List<String> members = new ArrayList<>();
        for (Object member : type.getEnumConstants()) {
            members.add(((Enum<?>) member).name());
        }
        return Values.first(members, MOST_MEMBERS);
    }

    /** What another object of the class hands out: it is of the same type, and strange to this one. */
    private List<String> others(Class<?> raw) {
        List<String> others = new ArrayList<>();
        Method[] methods = another == null || raw.getName().startsWith("java.lang.") ? new Method[0] : kind.getMethods();
        Arrays.sort(methods, (one, two) -> one.toString().compareTo(two.toString()));
        for (Method method : methods) {
            if (hands(method, raw) && method.getParameterCount() == 0 && others.size() < MOST_OTHERS) {
                String text = another + "." + method.getName() + "()";
                if (trial.makes(text, raw)) {
                    others.add(text);
                }
            }
        }
        return others;
    }

    private static void put(Map<String, Object> parameter, String key, List<?> values) {
        if (!values.isEmpty()) {
            parameter.put(key, values);
        }
    }

    /** A method that is not offered: nothing can be given for this type, or without a type, it is mangled. */
    static Map<String, Object> leftOut(String method, Type type, boolean isAside) {
        Map<String, Object> leftOut = new LinkedHashMap<>();
        leftOut.put("method", method);
        leftOut.put(type == null ? "mangled" : "type", type == null ? (Object) true : Generics.raw(type).getTypeName());
        if (isAside) {
            leftOut.put("aside", true);
        }
        return leftOut;
    }
}

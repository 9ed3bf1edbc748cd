package typestar;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Expressions for objects that parameters can be given. Each was tried once: what throws is no value. */
final class Values {
    /** A number for constructors: often a size, which short words shall not fill. */
    private static final String ENOUGH = "100";
    /** A type has at most so many values, */
    private static final int MOST = 16;
    /** and so many are tried for it. */
    private static final int MOST_TRIED = 48;
    /** How many constructors deep objects are made. */
    private static final int DEEPEST = 3;
    /** and of those so many deep that are of the kind which they are for. */
    private static final int FEW_OF_ITSELF = 1;
    /** In so many ways all arguments of a maker are alike. */
    private static final int MOST_ALIKE = 4;
    /** In one place a maker has so many choices. */
    private static final int MOST_OF_PLACE = 9;
    /** A setter is given so many values. */
    private static final int MOST_SET = 6;
    /** A method of an interface with several answers so many things. */
    private static final int MOST_ANSWERS = 5;
    private static final Comparator<Executable> ORDER =
            Comparator.comparing((Executable one) -> one.getParameterCount()).thenComparing(Executable::toString);

    /** So many values are objects that a call has changed, */
    private static final int MOST_CHANGED = 6;
    /** so many of what is inside another object, */
    private static final int FEW_CHANGED = 2;
    /** and so many other values come before them. */
    private static final int MOST_BEFORE_CHANGED = 3;

    private final Constants constants;
    private final Trial trial;
    private final States states;
    private final ClassLoader loader;
    /** The values of each type, by its depth and name. */
    private final Map<String, List<String>> known = new HashMap<>();

    Values(Constants constants, Trial trial, ClassLoader loader) {
        this.constants = constants;
        this.trial = trial;
        states = new States(this, trial);
        this.loader = loader;
    }

    /** The values of a type that has to be made, without null; what is accepted most likely comes first. */
    List<String> of(Type type) {
        return of(type, DEEPEST);
    }

    /** The same for a part of something else. */
    List<String> inside(Type type) {
        return of(type, DEEPEST - 1);
    }

    /** What is made deep inside something else has fewer forms, so it counts as another type. */
    private List<String> of(Type type, int depth) {
        if (depth < 0) {
            return List.of();
        }
        String name = depth + " " + type.getTypeName();
        List<String> values = known.get(name);
        if (values == null) {
            values = tried(type, depth);
            known.put(name, values);
        }
        return values;
    }

    private List<String> tried(Type type, int depth) {
        List<String> values = new ArrayList<>();
        int left = MOST_TRIED;
        for (String text : candidates(type, depth)) {
            if (values.size() < MOST && left-- > 0 && trial.makes(text, Generics.raw(type))) {
                values.add(text);
            }
        }
        List<String> changed = states.of(values, depth == DEEPEST ? MOST_CHANGED : FEW_CHANGED);
        List<String> all = new ArrayList<>(first(values, MOST_BEFORE_CHANGED));
        all.addAll(changed);
        all.addAll(values.subList(all.size() - changed.size(), values.size()));
        return first(all, MOST);
    }

    private Set<String> candidates(Type type, int depth) {
        Class<?> raw = Generics.raw(type);
        Set<String> texts = new LinkedHashSet<>();
        String fresh = "new " + raw.getTypeName();
        Class<?> real = Elements.real(raw);
        if (raw.isEnum()) {
            addMembers(raw, texts);
        } else if (raw.isArray()) {
            addArrays(raw, depth, texts);
        } else if (real != null) {
            addCollections(type, raw, depth, texts);
        } else if (raw.isInterface() && !isSealed(raw)) {
            addImplementations(type, raw, depth, texts);
        } else if (raw.getName().startsWith("java.lang.")) {
            texts.add(fresh);
        } else {
            texts.addAll(Ready.of(type, raw));
            addObjects(raw, depth, texts);
        }
        return texts;
    }

    private static void addMembers(Class<?> type, Set<String> texts) {
        for (Object member : type.getEnumConstants()) {
            texts.add(type.getTypeName() + "." + ((Enum<?>) member).name());
        }
    }

    /** Arrays of a few lengths; of objects, those that hold some and those that hold null. */
    private void addArrays(Class<?> type, int depth, Set<String> texts) {
        String element = type.getComponentType().getTypeName();
        if (type.getComponentType().isArray()) {
            for (int length : new int[] {1, 0, 2}) {
                texts.add("new " + element + "[" + length + "]");
            }
            return;
        }
        boolean isPrimitive = type.getComponentType().isPrimitive();
        for (int length : new int[] {1, 0, 2, 3}) {
            texts.add("new " + element + "[" + length + "]");
        }
        if (!isPrimitive) {
            texts.add("new " + element + "[] {1 of " + element + "}");
            texts.add("new " + element + "[] {3 of " + element + "}");
        }
        for (String value : first(arguments(type.getComponentType(), depth - 1), 2)) {
            texts.add("new " + element + "[] {" + value + (isPrimitive ? "}" : ", null}"));
        }
    }

    /** Collections of a few sizes, with null, and with equal elements. */
    private void addCollections(Type type, Class<?> raw, int depth, Set<String> texts) {
        String fresh = "new " + raw.getTypeName();
        String types = String.join(", ", elementTypes(type, raw));
        texts.add(fresh + " {1 of " + types + "}");
        texts.add(fresh);
        texts.add(fresh + " {2 of " + types + "}");
        texts.add(fresh + " {3 of " + types + "}");
        boolean isMap = Map.class.isAssignableFrom(raw);
        List<String> first = first(arguments(Generics.argument(type, 0), depth - 1), 3);
        String one = first.isEmpty() ? "null" : first.get(0);
        if (isMap) {
            List<String> second = first(arguments(Generics.argument(type, 1), depth - 1), 2);
            String two = second.isEmpty() ? "null" : second.get(0);
            texts.add(fresh + " {" + one + ", null}");
            texts.add(fresh + " {null, " + two + "}");
            first.forEach(each -> texts.add(fresh + " {" + each + ", " + two + "}"));
            return;
        }
        texts.add(fresh + " {null}");
        texts.add(fresh + " {" + one + ", null}");
        texts.add(fresh + " {" + one + ", " + one + "}");
        first.forEach(each -> texts.add(fresh + " {" + each + "}"));
    }

    private static List<String> elementTypes(Type type, Class<?> raw) {
        List<String> types = new ArrayList<>();
        for (int place = 0; place < (Map.class.isAssignableFrom(raw) ? 2 : 1); place++) {
            types.add(Generics.raw(Generics.argument(type, place)).getTypeName());
        }
        return types;
    }

    /** An interface answers, or is what the JDK has for it, or is one of the classes of its package. */
    private void addImplementations(Type type, Class<?> raw, int depth, Set<String> texts) {
        String fresh = "new " + raw.getTypeName();
        texts.addAll(Ready.of(type, raw));
        if (texts.isEmpty()) {
            Method only = Answering.only(raw);
            addSeveral(raw, texts);
            for (String answer : answers(type, raw, only, depth)) {
                if (texts.size() == 1 || answer.startsWith("throw ")) {
                    texts.add(fresh);
                }
                texts.add(fresh + " -> " + answer);
            }
            addSubclasses(raw, depth, texts);
        }
        texts.add(fresh);
    }

    /** An interface with several methods answers something else to each. */
    private void addSeveral(Class<?> raw, Set<String> texts) {
        List<Method> told = Answering.told(raw);
        List<List<String>> choices = new ArrayList<>();
        told.forEach(method -> choices.add(first(arguments(method.getReturnType(), 0), MOST_ANSWERS)));
        for (List<String> answers : told.size() > 1 ? variations(choices) : List.<List<String>>of()) {
            texts.add(answering(raw, told, answers));
        }
    }

    /** An object of an interface whose methods answer this. */
    static String answering(Class<?> raw, List<Method> methods, List<String> answers) {
        List<String> parts = new ArrayList<>();
        for (int place = 0; place < methods.size(); place++) {
            parts.add(methods.get(place).getName() + " -> " + answers.get(place));
        }
        return "new " + raw.getTypeName() + " {" + String.join(", ", parts) + "}";
    }

    /** What the methods of an interface may answer, the most ordinary first: their type is that of the one method. */
    private Set<String> answers(Type type, Class<?> raw, Method only, int depth) {
        Set<String> answers = new LinkedHashSet<>();
        Set<Type> returned = new LinkedHashSet<>();
        for (Method method : only == null ? sorted(raw.getMethods()) : new Method[] {only}) {
            if (Modifier.isAbstract(method.getModifiers()) && method.getReturnType() != void.class) {
                returned.add(Generics.resolved(method.getGenericReturnType(), type));
            }
        }
        for (Type each : returned) {
            boolean isOnly = returned.size() == 1;
            answers.addAll(first(arguments(each, isOnly ? depth - 1 : -1), isOnly ? 4 : 2));
        }
        if (only != null && only.getParameterCount() > 0 && takesBack(only, type)) {
            answers.add("arg1");
        }
        if (only != null) {
            answers.add("throw new java.lang.IllegalStateException()");
        }
        answers.remove("null"); // what answers nothing does that
        return answers;
    }

    private static boolean takesBack(Method only, Type type) {
        Class<?> argument = Generics.raw(Generics.resolved(only.getGenericParameterTypes()[0], type));
        Class<?> returned = Generics.raw(Generics.resolved(only.getGenericReturnType(), type));
        return Arguments.boxed(returned).isAssignableFrom(Arguments.boxed(argument));
    }

    static Method[] sorted(Method[] methods) {
        Arrays.sort(methods, ORDER);
        return methods;
    }

    /** Objects of a class: by its constructors, its factories and constants, and those of the classes below it. */
    private void addObjects(Class<?> type, int depth, Set<String> texts) {
        boolean isAbstract = Modifier.isAbstract(type.getModifiers());
        Constructor<?> simplest = isAbstract ? null : Fresh.simplest(type);
        if (simplest != null) {
            texts.add("new " + type.getTypeName());
        }
        List<List<String>> calls = new ArrayList<>();
        for (Executable maker : makers(type)) {
            if (!maker.equals(simplest) || maker.getParameterCount() > 0) {
                calls.add(calls(maker, depth));
            }
        }
        if (simplest != null) {
            calls.add(set(type, depth));
        }
        addConstants(type, texts);
        addSame(type, texts);
        inTurn(calls, texts);
        if (isAbstract) {
            addSubclasses(type, depth, texts);
        }
    }

    /** The usual call of each, and then the others, so that each maker has its share. */
    private static void inTurn(List<List<String>> calls, Set<String> texts) {
        int longest = calls.stream().mapToInt(List::size).max().orElse(0);
        for (int turn = 0; turn < longest; turn++) {
            for (List<String> each : calls) {
                if (turn < each.size()) {
                    texts.add(each.get(turn));
                }
            }
        }
    }

    /** The public constructors and static factories of a class, those with few parameters first. */
    static List<Executable> makers(Class<?> type) {
        List<Executable> makers = new ArrayList<>();
        if (!Modifier.isAbstract(type.getModifiers())) {
            makers.addAll(List.of(type.getConstructors()));
        }
        makers.sort(ORDER);
        List<Executable> factories = new ArrayList<>();
        for (Method method : type.getMethods()) {
            if (isFactory(method, type) && (!isOfJdk(type) || saysWhat(method))) {
                factories.add(method);
            }
        }
        factories.sort(ORDER);
        makers.addAll(factories);
        return makers;
    }

    private static boolean isFactory(Method method, Class<?> type) {
        return Modifier.isStatic(method.getModifiers()) && type.isAssignableFrom(method.getReturnType())
                && !method.isSynthetic() && method.getParameterCount() <= 3;
    }

    static boolean isOfJdk(Class<?> type) {
        return type.getName().startsWith("java.");
    }

    /** Whether arguments say what is made, and not the time of day or chance. */
    private static boolean saysWhat(Method method) {
        return Arrays.stream(method.getParameterTypes()).anyMatch(type -> Kinds.isPlain(type)
                || Kinds.isAnything(type) || type.isArray());
    }

    /** What factories without arguments make, if it is always the same object. */
    private void addSame(Class<?> type, Set<String> texts) {
        for (Method method : isOfJdk(type) ? sorted(type.getMethods()) : new Method[0]) {
            String text = call(method, List.of());
            if (isFactory(method, type) && method.getParameterCount() == 0 && trial.makesSame(text)) {
                texts.add(text);
            }
        }
    }

    /** Calls of a maker, the most ordinary first. */
    List<String> calls(Executable maker) {
        return calls(maker, DEEPEST);
    }

    /** A call with the usual arguments, and those that differ from it in one of them. */
    private List<String> calls(Executable maker, int depth) {
        List<List<String>> choices = new ArrayList<>();
        for (Type type : Generics.parameters(maker)) {
            choices.add(forConstructor(type, maker.getDeclaringClass(), depth - 1));
        }
        List<String> calls = new ArrayList<>();
        variations(choices).forEach(arguments -> calls.add(call(maker, arguments)));
        return calls;
    }

    /**
     * The first of each of these choices, and what differs from that: alike in all places, null in one place, because a
     * part may be missing where the others fit or not, and another choice in one place.
     */
    private static List<List<String>> variations(List<List<String>> choices) {
        List<String> usual = alike(choices, 0);
        Set<List<String>> variations = new LinkedHashSet<>(List.of(usual));
        int most = choices.size() > 1 ? MOST_ALIKE : 1;
        for (int turn = 1; turn < most; turn++) {
            variations.add(alike(choices, turn));
            variations.addAll(turn == 1 ? missing(usual, choices) : List.of());
        }
        variations.addAll(missing(alike(choices, Math.min(most - 1, 1)), choices));
        for (int turn = 1; turn < MOST_OF_PLACE; turn++) {
            for (int place = 0; place < choices.size(); place++) {
                if (turn < choices.get(place).size()) {
                    variations.add(with(usual, place, choices.get(place).get(turn)));
                }
            }
        }
        return new ArrayList<>(variations);
    }

    /** The same choice in all places, or the last one of those that have fewer, but for null behind all others. */
    private static List<String> alike(List<List<String>> choices, int turn) {
        List<String> alike = new ArrayList<>();
        for (List<String> values : choices) {
            int last = values.size() - 1;
            int least = values.get(last).equals("null") ? Math.max(last - 1, 0) : last;
            alike.add(values.get(Math.min(turn, least)));
        }
        return alike;
    }

    /** These arguments with null in one place. */
    private static List<List<String>> missing(List<String> usual, List<List<String>> choices) {
        List<List<String>> missing = new ArrayList<>();
        for (int place = 0; place < choices.size(); place++) {
            if (choices.get(place).contains("null")) {
                missing.add(with(usual, place, "null"));
            }
        }
        return missing;
    }

    private static List<String> with(List<String> arguments, int place, String other) {
        List<String> changed = new ArrayList<>(arguments);
        changed.set(place, other);
        return changed;
    }

    private List<String> forConstructor(Type type, Class<?> made, int depth) {
        Set<String> values = new LinkedHashSet<>();
        if (Generics.raw(type) == made) {
            values.add("null"); // what takes its own kind begins with nothing, and is not made of itself all the way
        } else if (Kinds.isNumber(Generics.raw(type))) {
            values.add(ENOUGH);
        }
        if (values.isEmpty() || !isResource(made)) {
            values.addAll(arguments(type, Generics.raw(type) == made ? Math.min(depth, FEW_OF_ITSELF) : depth));
        }
        return new ArrayList<>(values);
    }

    /**
     * Whether this is a class of the JDK whose objects are equal to themselves only, such as a stream: numbers that it
     * is made with are sizes, and a small one makes other objects wait for it.
     */
    static boolean isResource(Class<?> type) {
        try {
            return isOfJdk(type)
                    && type.getMethod("equals", Object.class).getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException interfaceWithout) {
            return false;
        }
    }

    static String call(Executable maker, List<String> arguments) {
        String owner = maker.getDeclaringClass().getTypeName();
        String name = maker instanceof Constructor ? "new " + owner : owner + "." + maker.getName();
        return name + "(" + String.join(", ", arguments) + ")";
    }

    private static void addConstants(Class<?> type, Set<String> texts) {
        for (Field field : type.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && type.isAssignableFrom(field.getType())) {
                texts.add(type.getTypeName() + "." + field.getName());
            }
        }
    }

    /** Objects that are changed by one of their setters. */
    private List<String> set(Class<?> type, int depth) {
        List<String> texts = new ArrayList<>();
        for (Method setter : setters(type)) {
            List<String> values = arguments(setter.getGenericParameterTypes()[0], depth - 1);
            Set<String> few = new LinkedHashSet<>(first(values, MOST_SET - 1));
            few.add(values.get(values.size() - 1)); // null, if there is that
            for (String value : few) {
                texts.add("new " + type.getTypeName() + "; " + setter.getName() + "(" + value + ")");
            }
        }
        return texts;
    }

    /** What changes one thing of an object. Those of the JDK may change files and more. */
    static List<Method> setters(Class<?> type) {
        List<Method> setters = new ArrayList<>();
        for (Method method : isOfJdk(type) ? new Method[0] : sorted(type.getMethods())) {
            if (isSetter(method) && setters.size() < 4) {
                setters.add(method);
            }
        }
        return setters;
    }

    static boolean isSetter(Method method) {
        return method.getName().startsWith("set") && method.getParameterCount() == 1
                && !Modifier.isStatic(method.getModifiers()) && !Methods.isMangled(method.getName());
    }

    private void addSubclasses(Class<?> type, int depth, Set<String> texts) {
        for (Class<?> below : below(type)) {
            texts.addAll(first(of(below, depth - 1), 8));
        }
    }

    /** The classes that a sealed class permits, or else those in and beside a class that extend it. */
    List<Class<?>> below(Class<?> type) {
        List<Class<?>> below = new ArrayList<>();
        List<String> permitted = Constants.file(type).map(file -> file.permitted).orElse(List.of());
        permitted.forEach(name -> below.add(Constants.loaded(name, loader)));
        if (permitted.isEmpty()) {
            below.addAll(Constants.related(type, loader));
            below.addAll(constants.classes);
        }
        below.removeIf(each -> each == null || each == type || !type.isAssignableFrom(each));
        return new ArrayList<>(new LinkedHashSet<>(below));
    }

    private static boolean isSealed(Class<?> type) {
        return Constants.file(type).map(file -> !file.permitted.isEmpty()).orElse(false);
    }

    /** What a method of an object can be given, whose parameters are plain. */
    List<String> plain(Type type) {
        return arguments(type, 0);
    }

    /** What the parameter of a constructor can be given: literals and calls, and last null. */
    private List<String> arguments(Type type, int depth) {
        Class<?> raw = Generics.raw(type);
        List<Object> literals = Kinds.literals(raw, constants);
        if (!literals.isEmpty()) {
            List<String> texts = new ArrayList<>();
            literals.forEach(literal -> texts.add(written(raw, literal)));
            return withNull(texts, raw);
        }
        return withNull(new ArrayList<>(of(type, depth)), raw);
    }

    /** Any part of an object may be missing, unless it is a plain number. */
    private static List<String> withNull(List<String> texts, Class<?> type) {
        if (!type.isPrimitive()) {
            texts.add("null");
        }
        return texts;
    }

    private static String written(Class<?> type, Object literal) {
        String text = Json.write(literal);
        return Arguments.boxed(type) != Character.class ? text
                : "'" + text.substring(1, text.length() - 1).replace("'", "\\u0027") + "'";
    }

    static <T> List<T> first(List<T> values, int most) {
        return values.subList(0, Math.min(most, values.size()));
    }
}

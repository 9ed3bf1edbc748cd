package typestar;

import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Ways to make values with any content: texts with holes, such as {@code @new a.Mail(#1, #2)}. */
final class Forms {
    private static final int MOST = 4;
    /** A text has at most so many holes: each has a name of one digit. */
    private static final int MOST_HOLES = 9;
    private static final int DEEPEST = 3;
    private static final long LONGEST_ARRAY = 100_000;
    private static final long LARGEST_COLLECTION = 10_000;
    /** What holes are filled with when a text is tried: one of these for all numbers. */
    private static final List<String> NUMBERS = List.of("1", "0", "100");

    private final Values values;
    private final Constants constants;
    private final Trial trial;

    Forms(Values values, Constants constants, Trial trial) {
        this.values = values;
        this.constants = constants;
        this.trial = trial;
    }

    /** A text that grows with its holes. */
    private static final class Form {
        final List<Map<String, Object>> holes = new ArrayList<>();
        final List<Class<?>> types = new ArrayList<>();
        /** The classes that are made around here: none is made inside itself. */
        final Set<Class<?>> around = new HashSet<>();
        String text;

        String hole(Class<?> type, Map<String, Object> hole) {
            holes.add(hole);
            types.add(type);
            return "#" + holes.size();
        }
    }

    /** The texts for a type, as they are told with the `ready`. */
    List<Map<String, Object>> of(Type type) {
        Class<?> raw = Generics.raw(type);
        List<Map<String, Object>> told = new ArrayList<>();
        for (Form form : forms(type, raw)) {
            if (told.size() < MOST && !form.holes.isEmpty() && isGood(form, raw)) {
                told.add(Map.of("text", "@" + form.text, "holes", form.holes));
            }
        }
        return told;
    }

    private List<Form> forms(Type type, Class<?> raw) {
        if (raw.isArray()) {
            return arrays(raw.getComponentType());
        } else if (Elements.real(raw) != null) {
            boolean isMap = Map.class.isAssignableFrom(raw);
            String types = Generics.raw(Generics.argument(type, 0)).getTypeName()
                    + (isMap ? ", " + Generics.raw(Generics.argument(type, 1)).getTypeName() : "");
            return List.of(sized("new " + raw.getTypeName() + " {#1 of " + types + "}", LARGEST_COLLECTION));
        } else if (raw.isEnum() || raw.getName().startsWith("java.lang.") && !raw.isInterface()) {
            return List.of();
        }
        List<Form> forms = new ArrayList<>();
        addReady(raw, forms);
        addObjects(raw, forms);
        if (raw.isInterface()) {
            addAnswers(type, raw, forms);
        }
        return forms;
    }

    private static List<Form> arrays(Class<?> element) {
        Form plain = sized("new " + element.getTypeName() + "[#1]", LONGEST_ARRAY);
        if (element.isPrimitive() || element.isArray()) {
            return element.isArray() ? List.of() : List.of(plain);
        }
        String name = element.getTypeName();
        return List.of(plain, sized("new " + name + "[] {#1 of " + name + "}", LARGEST_COLLECTION));
    }

    private static Form sized(String text, long most) {
        Form form = new Form();
        form.hole(int.class, size(most));
        form.text = text;
        return form;
    }

    private static Map<String, Object> size(long most) {
        Map<String, Object> hole = new LinkedHashMap<>();
        hole.put("kind", "integer");
        hole.put("min", 0);
        hole.put("max", most);
        return hole;
    }

    /** What stands for streams and readers, with any content. */
    private void addReady(Class<?> raw, List<Form> forms) {
        Form form = new Form();
        if (raw == InputStream.class) {
            String bytes = form.hole(int.class, size(LONGEST_ARRAY));
            String begin = form.hole(int.class, Kinds.ranged(int.class));
            String length = form.hole(int.class, Kinds.ranged(int.class));
            form.text = "new java.io.ByteArrayInputStream(new byte[" + bytes + "], " + begin + ", " + length + ")";
            forms.add(form);
        } else if (raw == Reader.class) {
            Map<String, Object> text = new LinkedHashMap<>(Kinds.ranged(String.class));
            noteHole(text, Kinds.literals(String.class, constants));
            form.text = "new java.io.StringReader(" + form.hole(String.class, text) + ")";
            forms.add(form);
        }
    }

    private void addObjects(Class<?> raw, List<Form> forms) {
        if (Values.isResource(raw)) {
            return;
        }
        for (Executable maker : Values.makers(raw)) {
            Form form = new Form();
            form.around.add(raw);
            form.text = called(maker, form, DEEPEST);
            forms.add(form);
        }
        addSet(raw, forms);
        if (Modifier.isAbstract(raw.getModifiers())) {
            values.below(raw).forEach(below -> addObjects(below, forms));
        }
    }

    /** An object with all its setters called. */
    private void addSet(Class<?> raw, List<Form> forms) {
        if (Modifier.isAbstract(raw.getModifiers()) || Fresh.simplest(raw) == null) {
            return;
        }
        Form form = new Form();
        StringBuilder text = new StringBuilder("new ").append(raw.getTypeName());
        for (Method setter : Values.setters(raw)) {
            if (isFilled(setter.getParameterTypes()[0])) {
                text.append("; ").append(setter.getName()).append('(');
                text.append(part(setter.getGenericParameterTypes()[0], form, 0)).append(')');
            }
        }
        form.text = text.toString();
        forms.add(form);
    }

    private static void noteHole(Map<String, Object> hole, List<?> values) {
        if (!values.isEmpty()) {
            hole.put("values", values);
        }
    }

    private static boolean isFilled(Class<?> type) {
        return Kinds.isPlain(type) || type.isEnum();
    }

    private String called(Executable maker, Form form, int depth) {
        List<String> parts = new ArrayList<>();
        for (Type type : Generics.parameters(maker)) {
            parts.add(part(type, form, depth));
        }
        return Values.call(maker, parts);
    }

    /** An argument: a hole, something with holes, or something that has none. */
    private String part(Type type, Form form, int depth) {
        Class<?> raw = Generics.raw(type);
        if (isFilled(raw) && form.holes.size() < MOST_HOLES) {
            Map<String, Object> hole = new LinkedHashMap<>(Kinds.ranged(raw));
            noteHole(hole, contents(raw));
            return form.hole(raw, hole);
        }
        boolean isMade = !isFilled(raw) && !raw.isArray() && Elements.real(raw) == null && !Kinds.isAnything(raw);
        List<Executable> makers = isMade && depth > 0 ? Values.makers(raw) : List.of();
        if (!makers.isEmpty() && !raw.getName().startsWith("java.") && form.around.add(raw)) {
            String text = called(makers.get(0), form, depth - 1);
            form.around.remove(raw);
            return text;
        }
        List<String> made = form.around.contains(raw) ? List.of() : values.inside(type);
        return made.isEmpty() ? "null" : made.get(0);
    }

    /** What a hole takes: a few values, and last null, because a part may be missing. */
    private List<Object> contents(Class<?> raw) {
        List<Object> contents = new ArrayList<>(raw.isEnum() ? names(raw) : Kinds.literals(raw, constants));
        if (!raw.isPrimitive() && !contents.isEmpty()) {
            contents.add(null);
        }
        return contents;
    }

    private static List<String> names(Class<?> type) {
        List<String> names = new ArrayList<>();
        Arrays.stream(type.getEnumConstants()).forEach(member -> names.add(((Enum<?>) member).name()));
        return names;
    }

    /** An interface that answers what is in the hole, for each plain type that its methods return. */
    private void addAnswers(Type type, Class<?> raw, List<Form> forms) {
        addSeveral(raw, forms);
        Set<Class<?>> returned = new HashSet<>();
        Method only = Answering.only(raw);
        for (Method method : only == null ? raw.getMethods() : new Method[] {only}) {
            Class<?> answer = Generics.raw(Generics.resolved(method.getGenericReturnType(), type));
            if (Modifier.isAbstract(method.getModifiers()) && Kinds.isPlain(answer) && returned.add(answer)) {
                Form form = new Form();
                form.text = "new " + raw.getTypeName() + " -> " + part(answer, form, 0);
                forms.add(form);
            }
        }
    }

    private void addSeveral(Class<?> raw, List<Form> forms) {
        List<Method> told = Answering.told(raw);
        Form form = new Form();
        List<String> answers = new ArrayList<>();
        for (Method method : told.size() > 1 ? told : List.<Method>of()) {
            answers.add(part(method.getReturnType(), form, 0));
        }
        if (!answers.isEmpty()) {
            form.text = Values.answering(raw, told, answers);
            forms.add(form);
        }
    }

    /** Whether it makes something with usual values in the holes. */
    private boolean isGood(Form form, Class<?> type) {
        for (String number : NUMBERS) {
            String text = form.text;
            for (int place = form.holes.size(); place > 0; place--) {
                text = text.replace("#" + place, filling(form.types.get(place - 1), number));
            }
            if (trial.makes(text, type)) {
                return true;
            }
        }
        return false;
    }

    private static String filling(Class<?> type, String number) {
        if (Kinds.isNumber(type)) {
            return number;
        } else if (type.isEnum()) {
            return Json.write(names(type).isEmpty() ? "" : names(type).get(0));
        }
        return Kinds.kind(type).equals("boolean") ? "true" : "\"a\"";
    }
}

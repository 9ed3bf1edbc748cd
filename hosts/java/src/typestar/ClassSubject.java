package typestar;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/** Any class as the host sees it: its methods are the inputs, its fields are told before and after each call. */
final class ClassSubject extends Subject {
    private static final Pattern EARLIER = Pattern.compile("@([1-9][0-9]{0,8})\\.([1-9][0-9]{0,8})");

    private final Class<?> kind;
    private final Options options;
    private final Methods methods;
    private final Makers makers;
    private final Predicate<Class<?>> hasClasses;
    private Fields fields;
    /** The maker that the present word begins with; null if it begins with the usual object. */
    private String first;
    /** What is called now. */
    private Executable called;

    ClassSubject(Class<?> kind, Options options) {
        this.kind = kind;
        this.options = options;
        Given given = new Given(options.given);
        Pools pools = new Pools(kind, options.loader);
        makers = options.construct == null ? new Makers(kind, pools, given) : new Makers(kind, options.construct);
        pools.another(options.lets.isEmpty() ? makers.usual : null);
        methods = Methods.of(kind, options.methods, options.withInherited, pools, given);
        methods.byName.values().forEach(method -> given.check(method, pools));
        makers.byName.values().forEach(maker -> given.check(maker, pools));
        hasClasses = pools::hasClasses;
        fields = new Fields(options.depth, hasClasses, this::note);
        if (methods.byName.isEmpty()) {
            throw new IllegalArgumentException(kind.getName() + " declares no public method that can be called: "
                    + "name some with --methods, or use --inherited");
        }
        if (makers.usual == null) {
            throw new IllegalArgumentException(kind.getName()
                    + " has no usable public constructor: say how to create one with --construct EXPRESSION");
        }
    }

    /** How a class is used. */
    static final class Options {
        String name;
        String classpath;
        ClassLoader loader;
        List<String> methods = List.of();
        boolean withInherited;
        String construct;
        /** Expressions by name, for objects that a word needs several times. */
        final Map<String, String> lets = new LinkedHashMap<>();
        int depth = 2;
        boolean withSnapshots = true;
        /** What the user gives, by type, method or parameter. */
        final List<String> given = new ArrayList<>();
    }

    /** One object of the class, and the arguments of all calls so far, by step. */
    private static final class Receiver {
        /** Null until it is made. */
        Object object;
        /** What made it; null if it is the usual one. */
        String maker;
        final Map<Integer, Object[]> arguments = new HashMap<>();
        final Map<String, Object> variables = new HashMap<>();
    }

    @Override
    void prepare(Settings settings) {
        if (settings.fieldDepth != null) {
            fields = new Fields(settings.fieldDepth, hasClasses, this::note);
        }
    }

    @Override
    String name() {
        return kind.getName();
    }

    /** The virtual machine, and of a class that does not come with it what its file is. */
    @Override
    String version() {
        String version = "Java " + Runtime.version();
        String file = kind.getName().replace('.', '/') + ".class";
        try (InputStream content = kind.getModule().isNamed() ? null : options.loader.getResourceAsStream(file)) {
            if (content == null) {
                return version;
            }
            CRC32 sum = new CRC32();
            sum.update(content.readAllBytes());
            return version + ", class file " + Long.toHexString(sum.getValue());
        } catch (IOException unreadable) {
            return version;
        }
    }

    @Override
    List<String> inputs() {
        List<String> inputs = new ArrayList<>(methods.byName.keySet());
        inputs.addAll(makers.byName.keySet());
        return inputs;
    }

    @Override
    boolean hasClock() {
        return true;
    }

    @Override
    void describe(Map<String, Object> ready) {
        ready.put("object", made());
        ready.put("methods", methods.described(makers));
        if (!methods.leftOut.isEmpty()) {
            ready.put("left_out", methods.leftOut);
        }
    }

    /** What makes the object of each word: another one may behave otherwise. */
    private String made() {
        List<String> lets = new ArrayList<>();
        options.lets.forEach((name, expression) -> lets.add(name + " = " + expression));
        return lets.isEmpty() ? makers.usual : makers.usual + " with " + String.join(", ", lets);
    }

    @Override
    void begin(String input) {
        first = makers.isMaker(input) ? input : null;
    }

    @Override
    Object create(Emit emit, Clock clock) throws Throwable {
        Receiver receiver = new Receiver();
        Map<String, Object> variables = receiver.variables;
        variables.put("executor", clock.executor());
        for (Map.Entry<String, String> let : options.lets.entrySet()) {
            variables.put(let.getKey(), Expression.evaluate(let.getValue(), options.loader, variables));
        }
        if (first != null) {
            return receiver; // the first call makes the object
        }
        receiver.object = makers.isPlain
                ? Expression.fresh(kind, options.loader)
                : Expression.evaluate(makers.usual, options.loader, variables);
        if (!kind.isInstance(receiver.object)) {
            throw new IllegalArgumentException("--construct makes a " + Texts.typeName(receiver.object)
                    + ", which is not a " + kind.getName());
        }
        variables.put("this", receiver.object);
        return receiver;
    }

    @Override
    Object[] arguments(Object component, String input, Object[] values, int step) throws Failed, Unmade {
        Receiver receiver = (Receiver) component;
        if (makers.isMaker(input) && step > 1) {
            throw new Failed("value: `" + input + "` makes the object, so it can only be the first call, not call " + step);
        }
        called = makers.isMaker(input) ? makers.byName.get(input) : methods.byName.get(input);
        receiver.variables.put("step", step);
        try {
            Object[] objects = new Object[values.length];
            for (int place = 0; place < values.length; place++) {
                objects[place] = object(receiver, values[place]);
            }
            Object[] arguments = Arguments.converted(called.getParameterTypes(), objects);
            receiver.arguments.put(step, arguments);
            return arguments;
        } catch (IllegalArgumentException mistake) {
            String what = "value: step " + step + " calls " + Methods.signature(called, true) + ": ";
            throw new Failed(what + mistake.getMessage());
        }
    }

    /** What a value stands for: itself, or an object if it is a text that begins with `@` and goes on. */
    private Object object(Receiver receiver, Object value) throws Unmade {
        if (!(value instanceof String) || !((String) value).startsWith("@") || value.equals("@")) {
            return value;
        }
        String text = (String) value;
        Matcher earlier = EARLIER.matcher(text);
        if (text.startsWith("@@")) {
            return text.substring(1);
        }
        if (!earlier.matches()) {
            return Expression.made(text.substring(1), options.loader, receiver.variables);
        }
        Object[] arguments = receiver.arguments.get(Integer.valueOf(earlier.group(1)));
        int place = Integer.parseInt(earlier.group(2));
        if (arguments == null || place > arguments.length) {
            throw new IllegalArgumentException(text + " is not an argument of an earlier step");
        }
        return arguments[place - 1];
    }

    @Override
    Object call(Object component, String input, Object[] arguments) throws Throwable {
        Receiver receiver = (Receiver) component;
        if (makers.isMaker(input)) {
            receiver.object = makers.make(input, arguments);
            receiver.maker = input;
            receiver.variables.put("this", receiver.object);
            return null;
        }
        try {
            return methods.byName.get(input).invoke(receiver.object, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** Each word has an object of its own. */
    @Override
    boolean leavesCalls() {
        return true;
    }

    @Override
    boolean tellsFields() {
        return options.withSnapshots;
    }

    @Override
    boolean destroys() {
        return true;
    }

    /** Gives back what the virtual machine would keep: threads and files. How that ends is nobody's business. */
    @Override
    void destroy(Object component) {
        giveBack(((Receiver) component).object);
    }

    static void giveBack(Object object) {
        try {
            if (object instanceof ExecutorService) {
                ((ExecutorService) object).shutdownNow();
            } else if (object instanceof java.util.Timer) {
                ((java.util.Timer) object).cancel();
            } else if (object instanceof AutoCloseable) {
                ((AutoCloseable) object).close();
            }
        } catch (Throwable ignored) {
            // It was of no use any more.
        }
    }

    @Override
    Map<String, Object> before(Object component, Object[] arguments) {
        return snapshot(component, arguments);
    }

    @Override
    Map<String, Object> after(Object component, Object[] arguments) {
        return snapshot(component, arguments);
    }

    private Map<String, Object> snapshot(Object component, Object[] arguments) {
        if (!options.withSnapshots) {
            return null;
        }
        Class<?>[] types = arguments == null ? new Class<?>[0] : called.getParameterTypes();
        Receiver receiver = (Receiver) component;
        Map<String, Object> known = fields.read(receiver.object, arguments, types);
        if (receiver.object != null && !makers.byName.isEmpty()) {
            known.put("made by", makers.told(receiver.maker));
        }
        return known;
    }
}

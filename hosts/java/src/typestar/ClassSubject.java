package typestar;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/** Any class as the host sees it: its methods are the inputs, its fields are told before and after each call. */
final class ClassSubject extends Subject {
    private static final Pattern EARLIER = Pattern.compile("@([1-9][0-9]{0,8})\\.([1-9][0-9]{0,8})");

    private final Class<?> kind;
    private final Options options;
    private final Methods methods;
    private Fields fields;
    /** The method that is called now. */
    private Method called;

    ClassSubject(Class<?> kind, Options options) {
        this.kind = kind;
        this.options = options;
        Given given = new Given(options.given);
        boolean isMade = options.construct != null || !kind.isInterface() && Fresh.simplest(kind) != null;
        Pools pools = new Pools(kind, options.loader, isMade && options.lets.isEmpty() ? object(kind, options) : null);
        methods = Methods.of(kind, options.methods, options.withInherited, pools, given);
        methods.byName.values().forEach(method -> given.check(method, pools));
        fields = new Fields(options.depth, this::note);
        if (methods.byName.isEmpty()) {
            throw new IllegalArgumentException(kind.getName() + " declares no public method that can be called: "
                    + "name some with --methods, or use --inherited");
        }
        if (!isMade) {
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
        final Object object;
        final Map<Integer, Object[]> arguments = new HashMap<>();
        final Map<String, Object> variables;

        Receiver(Object object, Map<String, Object> variables) {
            this.object = object;
            this.variables = variables;
        }
    }

    @Override
    void prepare(Settings settings) {
        if (settings.fieldDepth != null) {
            fields = new Fields(settings.fieldDepth, this::note);
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
        return new ArrayList<>(methods.byName.keySet());
    }

    @Override
    boolean hasClock() {
        return true;
    }

    @Override
    void describe(Map<String, Object> ready) {
        ready.put("object", made());
        ready.put("methods", methods.described());
        if (!methods.leftOut.isEmpty()) {
            ready.put("left_out", methods.leftOut);
        }
    }

    /** What makes the object of each word: another one may behave otherwise. */
    private String made() {
        List<String> lets = new ArrayList<>();
        options.lets.forEach((name, expression) -> lets.add(name + " = " + expression));
        String object = object(kind, options);
        return lets.isEmpty() ? object : object + " with " + String.join(", ", lets);
    }

    private static String object(Class<?> kind, Options options) {
        return options.construct == null ? Fresh.text(kind) : options.construct;
    }

    @Override
    Object create(Emit emit, Clock clock) throws Throwable {
        Map<String, Object> variables = new HashMap<>();
        variables.put("executor", clock.executor());
        for (Map.Entry<String, String> let : options.lets.entrySet()) {
            variables.put(let.getKey(), Expression.evaluate(let.getValue(), options.loader, variables));
        }
        Object object = options.construct == null
                ? Expression.fresh(kind, options.loader)
                : Expression.evaluate(options.construct, options.loader, variables);
        if (!kind.isInstance(object)) {
            throw new IllegalArgumentException(
                    "--construct makes a " + Texts.typeName(object) + ", which is not a " + kind.getName());
        }
        return new Receiver(object, variables);
    }

    @Override
    Object[] arguments(Object component, String input, Object[] values, int step) throws Failed, Unmade {
        Receiver receiver = (Receiver) component;
        called = methods.byName.get(input);
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
        try {
            return methods.byName.get(input).invoke(((Receiver) component).object, arguments);
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
        return fields.read(((Receiver) component).object, arguments, types);
    }
}

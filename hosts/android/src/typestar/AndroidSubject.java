package typestar;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import typestar.android.Environment;
import typestar.android.Purpose;

/** A purpose as the host sees it. */
final class AndroidSubject extends Subject {
    private static final Set<String> NO_INPUTS = Set.of("setUp", "reset", "dispose");

    private final Class<? extends Purpose> kind;
    private final Environment environment;
    private final Framework framework;
    private final int fullResetEvery;
    private final List<String> inputs;
    /** The methods of inputs that have no values. */
    private final Map<String, Method> plain = new HashMap<>();
    private final Heap heap = new Heap();
    private Purpose purpose;
    private int words;
    private Word word;
    private boolean hasWaited;

    AndroidSubject(Class<? extends Purpose> kind, Framework framework, Integer fullResetEvery) {
        this.kind = kind;
        this.framework = framework;
        environment = kind.isAnnotationPresent(Environment.class)
                ? kind.getAnnotation(Environment.class)
                : Standard.class.getAnnotation(Environment.class);
        this.fullResetEvery = fullResetEvery == null ? environment.fullResetEvery() : fullResetEvery;
        inputs = inputs(kind);
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException(kind.getName() + " has no inputs: they are its public methods");
        }
    }

    @Environment
    private static final class Standard {}

    private static List<String> inputs(Class<?> kind) {
        Set<String> names = new TreeSet<>();
        for (Class<?> each = kind; each != Purpose.class; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                boolean isCallable = Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers());
                if (isCallable && !method.isSynthetic() && !NO_INPUTS.contains(method.getName())) {
                    names.add(method.getName());
                }
            }
        }
        return new ArrayList<>(names);
    }

    @Override
    String name() {
        return kind.getName();
    }

    @Override
    String version() {
        return framework.version();
    }

    @Override
    List<String> inputs() {
        return inputs;
    }

    @Override
    boolean hasClock() {
        return true;
    }

    @Override
    Pace pace(Settings settings, Consumer<Throwable> note) {
        if (settings.wantsRealTime) {
            throw new Fatal("Android's clock is virtual here: leave `clock = \"real\"` out of the case file");
        }
        return new LooperPace(settings, note, this);
    }

    @Override
    void describe(Map<String, Object> ready) {
        Map<String, Object> declared = new LinkedHashMap<>();
        declared.put("api", framework.api());
        declared.put("background", environment.background().name());
        declared.put("pending", environment.pending().name());
        declared.put("horizon_ms", environment.horizon());
        declared.put("full_reset_every", fullResetEvery);
        ready.put("environment", declared);
    }

    @Override
    Object create(Emit emit, Clock clock) throws Throwable {
        if (purpose != null && (words >= fullResetEvery || heap.hasGrown())) {
            purpose = null;
            framework.resetFully();
        }
        if (purpose == null) {
            words = 0;
            Purpose fresh = kind.getDeclaredConstructor().newInstance();
            fresh.setUp(new Word(framework, environment, null));
            purpose = fresh;
        }
        words++;
        hasWaited = false;
        word = new Word(framework, environment, (Sink) emit);
        framework.beginWord(word);
        purpose.reset(word);
        word.progress.settle();
        return purpose;
    }

    @Override
    Object call(Object component, String input, Object[] arguments) throws Throwable {
        if (hasWaited && environment.pending() == Environment.Pending.DISCARDED) {
            word.sink.discardPending();
        }
        hasWaited = false;
        Method method = arguments.length > 0
                ? Arguments.method(kind, input, arguments)
                : plain.computeIfAbsent(input, name -> Arguments.method(kind, name, arguments));
        try {
            return method.invoke(component, Arguments.converted(method, arguments));
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        } finally {
            word.progress.settle();
        }
    }

    void isWaiting() {
        hasWaited = true;
    }

    long horizon() {
        return environment.horizon();
    }

    Progress.Unit advance(long horizon) throws Throwable {
        return word.progress.advance(horizon);
    }

    @Override
    boolean destroys() {
        return true;
    }

    @Override
    void destroy(Object component) throws Throwable {
        word.progress.end();
        purpose.dispose();
    }

    /** Nothing of this word is left. */
    void endWord() {
        if (word != null) {
            word.progress.end();
            word.end();
            word = null;
        }
        framework.endWord();
    }
}

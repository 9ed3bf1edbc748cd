package typestar;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import typestar.android.Environment;
import typestar.android.Driver;

/** A driver as the host sees it. */
final class AndroidSubject extends Subject {
    private final Class<? extends Driver> kind;
    private final Environment environment;
    private final Framework framework;
    private final int fullResetEvery;
    private final List<String> inputs;
    private final Origins origins;
    /** The methods of inputs that have no values. */
    private final Map<String, Method> plain = new HashMap<>();
    private final Heap heap = new Heap();
    private Driver driver;
    private int words;
    private Word word;
    private boolean hasWaited;

    AndroidSubject(Class<? extends Driver> kind, Framework framework, Integer fullResetEvery) {
        this.kind = kind;
        this.framework = framework;
        environment = kind.isAnnotationPresent(Environment.class)
                ? kind.getAnnotation(Environment.class)
                : Standard.class.getAnnotation(Environment.class);
        this.fullResetEvery = fullResetEvery == null ? environment.fullResetEvery() : fullResetEvery;
        inputs = Drivers.inputs(kind);
        origins = new Origins(kind);
    }

    @Environment
    private static final class Standard {}

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
        boolean isEager = environment.background() == Environment.Background.EAGER;
        boolean isJoined = environment.callbacks() == Environment.Callbacks.JOINED;
        boolean isKept = environment.pending() == Environment.Pending.KEPT;
        ready.put("environment", "API " + framework.api()
                + "; work in the background goes on " + (isEager ? "after each call" : "in waits alone")
                + "; callbacks of a call are " + (isJoined ? "in its output" : "delivered by later waits")
                + "; those that are pending are " + (isKept ? "kept" : "discarded by a call after a wait")
                + "; the clock jumps at most " + environment.horizon() + " ms in a wait");
    }

    @Override
    Object create(Emit emit, Clock clock) throws Throwable {
        if (driver != null && (words >= fullResetEvery || heap.hasGrown())) {
            driver = null;
            framework.resetFully();
        }
        if (driver == null) {
            words = 0;
            Driver fresh = Drivers.make(kind);
            Drivers.call("setUp", () -> fresh.setUp(new Word(framework, environment, origins, null)));
            driver = fresh;
        }
        words++;
        hasWaited = false;
        word = new Word(framework, environment, origins, (Sink) emit);
        framework.beginWord(word);
        Drivers.call("reset", () -> driver.reset(word));
        word.progress.settle();
        return driver;
    }

    @Override
    Object call(Object component, String input, Object[] arguments) throws Throwable {
        if (hasWaited && environment.pending() == Environment.Pending.DISCARDED) {
            word.sink.discardPending();
        }
        hasWaited = false;
        word.beginCall();
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

    @Override
    Origin origin(Throwable thrown) {
        return word.origin(thrown);
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
    boolean joinsCallbacks() {
        return environment.callbacks() == Environment.Callbacks.JOINED;
    }

    @Override
    boolean destroys() {
        return true;
    }

    @Override
    void destroy(Object component) throws Throwable {
        word.progress.end();
        Drivers.call("dispose", driver::dispose);
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

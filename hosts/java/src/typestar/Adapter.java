package typestar;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns an ordinary class with callbacks into a typestar adapter.
 *
 * <pre>{@code
 * public static void main(String[] arguments) {
 *     Adapter.of("player", emit -> new Player(() -> emit.callback("onLoaded")))
 *             .input("load", player -> player.load("a.mp3"))
 *             .input("play", Player::play)
 *             .outputs("onLoaded")
 *             .serve();
 * }
 * }</pre>
 *
 * @param <C> the class of the components
 */
public final class Adapter<C> {
    private final String name;
    private final CreateWithClock<C> create;
    private final boolean hasClock;
    private final Map<String, CallWithValues<C>> inputs = new LinkedHashMap<>();
    private String version = "";
    private List<String> outputs;
    private Action<C> destroy;
    private Once setUp = () -> {};
    private Once tearDown = () -> {};
    private Snapshot<C> snapshot;

    private Adapter(String name, CreateWithClock<C> create, boolean hasClock) {
        this.name = name;
        this.create = create;
        this.hasClock = hasClock;
    }

    /** Makes a fresh component, once for each word. */
    public interface Create<C> {
        C create(Emit emit) throws Throwable;
    }

    /** Makes a fresh component that takes its time from a clock. */
    public interface CreateWithClock<C> {
        C create(Emit emit, Clock clock) throws Throwable;
    }

    /** Something that is done with a component. */
    public interface Action<C> {
        void act(C component) throws Throwable;
    }

    /** Something that is done with a component and the values of an input. */
    public interface ActionWithValues<C> {
        void act(C component, Object[] values) throws Throwable;
    }

    /** A call of a component that returns something. */
    public interface Call<C> {
        Object call(C component) throws Throwable;
    }

    /** A call of a component with the values of an input that returns something. */
    public interface CallWithValues<C> {
        Object call(C component, Object[] values) throws Throwable;
    }

    /** What is known of a component, by name. It must not change the component. */
    public interface Snapshot<C> {
        Map<String, ?> of(C component) throws Throwable;
    }

    /** Something that is done once. */
    public interface Once {
        void act() throws Throwable;
    }

    /** An adapter whose components live in real time: `wait` is quiet when no callback came for `quiescence_ms`. */
    public static <C> Adapter<C> of(String name, Create<C> create) {
        return new Adapter<>(name, (emit, clock) -> create.create(emit), false);
    }

    /** An adapter whose components take their time from a clock, virtual unless the case file says otherwise. */
    public static <C> Adapter<C> of(String name, CreateWithClock<C> create) {
        return new Adapter<>(name, create, true);
    }

    /** An output with values: what a callin returns to answer with it whatever the case file says, or a callback. */
    public static Output output(String name, Object... values) {
        return Output.of(name, values);
    }

    /** Shown to the user; a new version tells typestar that earlier answers may no longer hold. */
    public Adapter<C> version(String version) {
        this.version = version;
        return this;
    }

    /** A callin that returns nothing. An exception is the output `error`, else it is `ok`. */
    public Adapter<C> input(String name, Action<C> action) {
        return returning(name, component -> {
            action.act(component);
            return null;
        });
    }

    /** A callin that takes the values of the input. Whole numbers are an Integer, or a Long if they are large. */
    public Adapter<C> input(String name, ActionWithValues<C> action) {
        return returning(name, (component, values) -> {
            action.act(component, values);
            return null;
        });
    }

    /** A callin whose return value the case file may want to see (`[inputs.returns]`), or that names its output. */
    public Adapter<C> returning(String name, Call<C> call) {
        return returning(name, (component, values) -> {
            if (values.length > 0) {
                throw new IllegalArgumentException(name + " takes no values");
            }
            return call.call(component);
        });
    }

    /** The same with the values of the input. */
    public Adapter<C> returning(String name, CallWithValues<C> call) {
        if (name.equals("wait")) {
            throw new IllegalArgumentException("'wait' is typestar's own input: rename the callin");
        }
        inputs.put(name, call);
        return this;
    }

    /** Callins that are called like public methods of the component, which get the values of the input. */
    public Adapter<C> inputs(String... methods) {
        for (String method : methods) {
            returning(method, (component, values) -> invoke(component, method, values));
        }
        return this;
    }

    private static Object invoke(Object component, String name, Object[] values) throws Throwable {
        Method method = Arguments.method(component.getClass(), name, values);
        try {
            return method.invoke(component, Arguments.converted(method, values));
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** The names of the callbacks. Without this they are not known. */
    public Adapter<C> outputs(String... outputs) {
        this.outputs = new ArrayList<>(Arrays.asList(outputs));
        return this;
    }

    /** Ends a component before the next one is made. Callbacks from then on are nobody's. */
    public Adapter<C> destroy(Action<C> destroy) {
        this.destroy = destroy;
        return this;
    }

    /** Runs once, before the first word. */
    public Adapter<C> setUp(Once setUp) {
        this.setUp = setUp;
        return this;
    }

    /** Runs once, after the last word: also when typestar is gone, or when the process is asked to end. */
    public Adapter<C> tearDown(Once tearDown) {
        this.tearDown = tearDown;
        return this;
    }

    /** What is known after each step, from names to plain values: evidence, no output. */
    public Adapter<C> snapshot(Snapshot<C> snapshot) {
        this.snapshot = snapshot;
        return this;
    }

    /** Answers typestar's questions until it has no more, then ends the process. */
    public void serve() {
        Host.serve(new Written());
    }

    /** This adapter as the host sees it. */
    private final class Written extends Subject {
        @Override
        String name() {
            return name;
        }

        @Override
        String version() {
            return version;
        }

        @Override
        List<String> inputs() {
            return new ArrayList<>(inputs.keySet());
        }

        @Override
        List<String> outputs() {
            return outputs;
        }

        @Override
        boolean hasClock() {
            return hasClock;
        }

        @Override
        Object create(Emit emit, Clock clock) throws Throwable {
            return create.create(emit, clock);
        }

        @Override
        Object call(Object component, String input, Object[] arguments) throws Throwable {
            return inputs.get(input).call(typed(component), arguments);
        }

        @Override
        boolean destroys() {
            return destroy != null;
        }

        @Override
        void destroy(Object component) throws Throwable {
            destroy.act(typed(component));
        }

        @Override
        void setUp() throws Throwable {
            setUp.act();
        }

        @Override
        void tearDown() throws Throwable {
            tearDown.act();
        }

        @Override
        Map<String, Object> after(Object component, Object[] arguments) throws Throwable {
            return snapshot == null ? null : new LinkedHashMap<>(snapshot.of(typed(component)));
        }

        @SuppressWarnings("unchecked")
        private C typed(Object component) {
            return (C) component;
        }
    }
}

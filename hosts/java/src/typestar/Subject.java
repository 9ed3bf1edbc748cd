package typestar;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What a host can run words on: an adapter that somebody wrote, or any class. */
abstract class Subject {
    private Remarks remarks;

    /** Where to tell what goes wrong beside the calls. */
    final void remarkTo(Remarks remarks) {
        this.remarks = remarks;
    }

    final void note(String text) {
        remarks.note(text);
    }

    /** Hears of the settings before the first component. */
    void prepare(Settings settings) {}

    abstract String name();

    String version() {
        return "";
    }

    /** The callins, by name. */
    abstract List<String> inputs();

    /** The callbacks; null if they are not known. */
    List<String> outputs() {
        return null;
    }

    /** Whether components take a clock. */
    abstract boolean hasClock();

    /** How time passes for components. What fails where nobody catches it is noted. */
    Pace pace(Settings settings, Consumer<Throwable> note) {
        return Pace.of(hasClock(), settings, note);
    }

    /** Adds to the `ready` what else there is to know. */
    void describe(Map<String, Object> ready) {}

    /** Hears of the first input of a word before its component is created; null if there is none. */
    void begin(String input) {}

    /** A fresh component. The clock is null if components take none. */
    abstract Object create(Emit emit, Clock clock) throws Throwable;

    /** What a callin is called with, made of the values of the input at this step, which is counted from 1. */
    Object[] arguments(Object component, String input, Object[] values, int step) throws Failed, Unmade {
        return values;
    }

    abstract Object call(Object component, String input, Object[] arguments) throws Throwable;

    /** Whether callbacks that come during a call are part of its output, and no wait delivers them. */
    boolean joinsCallbacks() {
        return false;
    }

    /** Who made an exception; null if nobody tells. */
    Origin origin(Throwable thrown) {
        return null;
    }

    /** Whether a call that does not return touches its own component only, and can be left behind. */
    boolean leavesCalls() {
        return false;
    }

    /** Whether it tells what is known before and after calls. */
    boolean tellsFields() {
        return false;
    }

    /** Whether components are ended; if not, callbacks of an old one may still be told as late. */
    boolean destroys() {
        return false;
    }

    void destroy(Object component) throws Throwable {}

    void setUp() throws Throwable {}

    void tearDown() throws Throwable {}

    /** What is known before a call; null if nobody tells. */
    Map<String, Object> before(Object component, Object[] arguments) throws Throwable {
        return null;
    }

    /** What is known after a step; the arguments are null after a wait. Null if nobody tells. */
    Map<String, Object> after(Object component, Object[] arguments) throws Throwable {
        return null;
    }
}

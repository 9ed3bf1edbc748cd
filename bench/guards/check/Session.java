package check;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** All words on one class. They run in a thread of their own, which is left behind where a call does not return. */
final class Session {
    private static final int PAUSE = 10;
    /** So many pauses in which a call waits for nobody: it hangs. */
    private static final int HANGS_AFTER = 6;
    /** So many pauses in which a call only computes: it is given up. */
    private static final int GIVEN_UP_AFTER = 300;
    private static final int MOST_GIVEN_UP = 4;

    final Class<?> subject;
    final Model model;
    final Values values;
    final Report report;
    final List<Callable> callables = new ArrayList<>();
    private final Class<?> truth;
    private final String expression;
    private final Words words;
    private volatile Call current;
    private volatile Run running;
    private volatile Thread worker;
    private volatile boolean isDone;
    private int givenUp;

    /** A method with its name in truths and in the model. */
    static final class Callable {
        final Method method;
        final String name;
        final String modelName;
        int hangs;
        /** Whether it once computed for so long that it is not called again. */
        boolean isGivenUp;

        Callable(Method method, String name, String modelName) {
            this.method = method;
            this.name = name;
            this.modelName = modelName;
        }
    }

    Session(Class<?> subject, Model model, Class<?> truth, String expression, Options options) throws Exception {
        this.subject = subject;
        this.model = model;
        this.truth = truth;
        values = new Values(subject, hints());
        boolean isReadable = expression != null && isReadable(expression);
        this.expression = isReadable ? expression : null;
        report = new Report(model, isReadable);
        words = new Words(this, options, isReadable);
        addCallables();
    }

    /** What is asked for. */
    static final class Options {
        long seed = 1;
        int words = 30_000;
        double seconds = 30;
    }

    private Hints hints() throws Exception {
        Hints hints = new Hints();
        Constants.of(subject).forEach(hints::add);
        model.rules.forEach(rule -> rule.guards(guard -> Guard.values(guard, hints::add)));
        for (Object value : truth == null ? new Object[0] : truth().values()) {
            hints.add(value);
        }
        return hints;
    }

    private boolean isReadable(String text) {
        try {
            return Expression.made(text, subject, values).object != null;
        } catch (ReflectiveOperationException | RuntimeException unreadable) {
            return false;
        }
    }

    private void addCallables() {
        List<Method> methods = Types.methods(subject);
        Map<String, Integer> counts = new HashMap<>();
        methods.forEach(method -> counts.merge(method.getName(), 1, Integer::sum));
        for (Method method : methods) {
            boolean isOverloaded = counts.get(method.getName()) > 1;
            String name = isOverloaded ? Types.signature(method, false) : method.getName();
            String modelName = model.methods.get(Types.signature(method, true));
            boolean isForCallers = modelName != null || !Types.isMangled(method.getName());
            if (isForCallers) {
                callables.add(new Callable(method, name, modelName));
            }
        }
        if (callables.isEmpty()) {
            throw new IllegalArgumentException(subject.getName() + " declares no public method");
        }
    }

    Truth truth() throws ReflectiveOperationException {
        if (truth == null) {
            return null;
        }
        Constructor<?> constructor = truth.getDeclaredConstructor();
        constructor.setAccessible(true);
        return (Truth) constructor.newInstance();
    }

    Values.Made make(Word word, boolean isUsual) throws Exception {
        return isUsual ? Expression.made(expression, subject, values) : values.tried(subject, new Random(word.seed), word);
    }

    /** Runs all words, and watches that they do. */
    void run() throws Exception {
        start();
        while (!isDone) {
            try {
                watch();
            } catch (VirtualMachineError memory) {
                Thread.sleep(PAUSE); // the word that has it all fails, too
            }
        }
        forget();
    }

    /** Lets go of the last word, which may hold all memory. */
    private synchronized void forget() {
        worker = null;
        current = null;
        running = null;
    }

    private void watch() throws Exception {
        Call seen = null;
        for (int pauses = 0; !isDone; pauses++) {
            Thread.sleep(PAUSE);
            pauses = current == seen ? pauses : 0;
            seen = current;
            revive();
            Thread.State state = worker.getState();
            boolean waits = state == Thread.State.WAITING || state == Thread.State.BLOCKED;
            boolean sleeps = state == Thread.State.TIMED_WAITING;
            if (pauses >= HANGS_AFTER && (waits || sleeps) || pauses >= GIVEN_UP_AFTER) {
                leaveBehind(seen, waits);
                pauses = 0;
            }
        }
    }

    /** Goes on in place of a thread that had no memory left even to say so. */
    private synchronized void revive() {
        if (!isDone && worker != null && worker.getState() == Thread.State.TERMINATED) {
            start();
        }
    }

    private void start() {
        Thread next = new Thread(this::work, "words");
        next.setDaemon(true);
        worker = next;
        next.start();
    }

    private void work() {
        try {
            while (worker == Thread.currentThread() && next()) {
                Thread.interrupted();
            }
        } catch (ThreadDeath stopped) {
            return; // it was left behind
        } catch (VirtualMachineError memory) {
            restart();
        } catch (Throwable broken) {
            report.note("the check broke: " + broken);
            broken.printStackTrace();
        }
        if (worker == Thread.currentThread()) {
            isDone = true;
        }
    }

    /** Goes on in another thread, if this one has no memory left for more. */
    private void restart() {
        if (worker == Thread.currentThread()) {
            start();
        }
    }

    private boolean next() throws Exception {
        try {
            return words.next();
        } catch (VirtualMachineError memory) { // an object that grew beyond it
            return true;
        } finally {
            // What it made goes before the next word is begun.
            leave();
        }
    }

    /** A call that does not come back: it hangs if it waits without a limit of its own. */
    private synchronized void leaveBehind(Call call, boolean hangs) {
        Thread old = worker;
        if (call != current || !old.isAlive()) {
            return;
        }
        if (call != null && call.isRunning && !call.isSettled) {
            call.isSettled = true;
            count(call, hangs || old.getState() == Thread.State.TIMED_WAITING);
            if (hangs) {
                running.judge(call, "hang", false);
            }
        }
        givenUp += hangs || old.getState() == Thread.State.TIMED_WAITING ? 0 : 1;
        current = null;
        old.interrupt();
        stop(old);
        if (givenUp > MOST_GIVEN_UP) {
            report.note("calls that compute for seconds: the check stopped there");
            isDone = true;
            worker = null;
            return;
        }
        start();
    }

    /** Ends a thread that only computes, in versions of Java that still can. */
    private static void stop(Thread thread) {
        try {
            Thread.class.getMethod("stop").invoke(thread);
        } catch (ReflectiveOperationException tooNew) {
            thread.setPriority(Thread.MIN_PRIORITY);
        }
    }

    private void count(Call call, boolean waits) {
        for (Callable callable : callables) {
            boolean isIt = callable.method == call.method;
            callable.hangs += isIt && waits ? 1 : 0;
            callable.isGivenUp |= isIt && !waits;
        }
    }

    /** Whether a method hangs so often that it is called seldom. */
    boolean isTiring(int method) {
        return callables.get(method).hangs > 40;
    }

    boolean isGivenUp(int method) {
        return callables.get(method).isGivenUp;
    }

    /** The word of this thread is over, if it still is its word. */
    private synchronized void leave() {
        if (worker == Thread.currentThread()) {
            current = null;
            running = null;
        }
    }

    void enter(Run run, Call call) {
        running = run;
        current = call;
    }

    /** What a call answered, unless nobody waits for it any more. */
    synchronized boolean settle(Run run, Call call, Throwable thrown) {
        if (call.isSettled || worker != Thread.currentThread()) {
            return false;
        }
        call.isSettled = true;
        if (isOfArgument(thrown)) {
            return false;
        }
        boolean isMemory = isNoBehaviour(thrown);
        if (isMemory && call.truth == null) {
            return false;
        }
        String answered = thrown == null ? Types.outcome(call.method.getReturnType(), call.answer) : Types.outcome(thrown);
        String outcome = isMemory ? call.truth : answered;
        boolean hasPassed = isMemory ? !Report.isFailure(outcome) : thrown == null;
        run.judge(call, outcome, hasPassed);
        if (thrown == null) {
            run.follow(call);
        }
        return thrown == null;
    }

    /** Errors of the virtual machine that arguments bring about say nothing of the class. */
    static boolean isNoBehaviour(Throwable thrown) {
        return thrown instanceof VirtualMachineError;
    }

    private static boolean isOfArgument(Throwable thrown) {
        for (Throwable one = thrown; one != null; one = one.getCause()) {
            if (one instanceof Answering.Thrown) {
                return true;
            }
        }
        return false;
    }
}

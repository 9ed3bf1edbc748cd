package typestar;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs plans on fresh components. */
final class Runner {
    /** More callbacks than these after one call are taken for callbacks without end. */
    private static final int MOST_DRAINED = 100;

    /** So many exceptions are looked at that led to another. */
    private static final int MOST_LINKS = 5;

    private final Subject subject;
    private final Settings settings;
    private final Watchdog watchdog;
    private final Remarks remarks;
    private final Outcomes outcomes;
    private final Pace pace;
    private final Set<String> inputs;
    private Sink sink;
    private Object component;
    private boolean isCreated;
    /** The step whose call is made now. */
    private volatile Step current;

    Runner(Subject subject, Settings settings, Watchdog watchdog, Remarks remarks) {
        this.subject = subject;
        this.settings = settings;
        this.watchdog = watchdog;
        this.remarks = remarks;
        outcomes = new Outcomes(settings);
        pace = subject.pace(settings, remarks::thrown);
        inputs = new HashSet<>(subject.inputs());
    }

    /** One that goes on in place of this one, whose thread stays in a call. */
    Runner successor() {
        Runner next = new Runner(subject, settings, watchdog, remarks);
        next.pace.follow(pace);
        return next;
    }

    /** Whether the component has threads that can end the wait of a call. */
    boolean hasThreads() {
        return pace.hasThreads();
    }

    /** The step whose call does not return. */
    Step hung(Stay stay, String where) {
        Step step = new Step(current.input);
        step.before = current.before;
        step.output = Symbol.HANG;
        step.limit = stay == Stay.WAITS_FOR_A_TIME ? "time" : null;
        step.reason = Texts.shortened("`" + current.input.text + "` did not return: it " + where);
        return step;
    }

    /** Takes the steps of an execution, one by one. */
    interface Steps {
        /** Adds a step; whether it is the last one. */
        void add(Step step, boolean isLast);
    }

    /**
     * Hands over the steps of one execution, with one fresh component and one sink; how many there were. It ends
     * before an input that reuses a value which is not there.
     */
    int run(Plan plan, Steps steps) throws Failed {
        checkInputs(plan);
        Plan.Cursor cursor = plan.start();
        subject.begin(cursor.isOver() ? null : name(cursor.input()));
        reset();
        List<Step> course = new ArrayList<>();
        while (!cursor.isOver()) {
            Object[] values = values(cursor.input(), course);
            if (values == null) {
                break;
            }
            Step step = step(cursor.input(), values, course.size() + 1);
            if (List.of(Symbol.ERROR, Symbol.HANG, Symbol.OUTSIDE).contains(step.output)) {
                cursor.end();
            } else {
                cursor.advance(step.output);
            }
            course.add(step);
            steps.add(step, cursor.isOver());
        }
        sink.end();
        if (sink.fault() != null) {
            throw new Failed(sink.fault());
        }
        return course.size();
    }

    private void checkInputs(Plan plan) throws Failed {
        Symbol unknown = plan.firstUnknown(inputs);
        if (unknown != null) {
            throw new Failed("unknown input '" + unknown.name + "': the adapter knows "
                    + String.join(", ", subject.inputs()));
        }
    }

    private void reset() throws Failed {
        Thread.interrupted(); // that was for the last word
        watchdog.watch(watchdog.resetLimit, () -> "reset: the component was not ended and created within "
                + Math.round(watchdog.resetLimit) + " ms");
        try {
            endComponent();
            sink = new Sink(settings, remarks, subject::origin);
            component = pace.create(subject, sink);
            isCreated = true;
        } catch (Throwable thrown) {
            throw resetFailed(thrown instanceof Failed ? thrown.getMessage() : Texts.reason(thrown));
        } finally {
            watchdog.relax();
        }
        String awaited = settings.resetWaitsFor;
        if (awaited != null && !pace.passUntil(() -> sink.discards(awaited), settings.resetDeadline)) {
            throw resetFailed(awaited + " did not come in time");
        }
        if (settings.settle > 0) {
            pace.settle(settings.settle);
        }
    }

    private Failed resetFailed(String why) {
        String fault = sink == null ? null : sink.fault();
        return new Failed(fault == null ? "reset: " + why : fault);
    }

    /** Ends the component of the last word, if there is one. */
    void endComponent() throws Throwable {
        if (sink == null) {
            return;
        }
        Object ended = component;
        boolean wasCreated = isCreated;
        Sink last = sink;
        component = null;
        isCreated = false;
        sink = null;
        try {
            if (wasCreated && subject.destroys()) {
                last.close();
                pace.call(() -> {
                    subject.destroy(ended);
                    return null;
                });
            }
        } finally {
            pace.end();
        }
    }

    private Step step(Symbol symbol, Object[] values, int number) throws Failed {
        Step step = new Step(symbol);
        Object[] arguments = null;
        if (symbol.text.equals("wait")) {
            long started = System.nanoTime();
            sink.beginWait();
            Sink.Delivery delivery = sink.await(pace);
            step.took(System.nanoTime() - started);
            step.output = delivery.output;
            step.reason = delivery.reason;
            step.silence = pace.isVirtual() ? delivery.silence : null;
            step.origin = delivery.origin;
        } else {
            arguments = callin(step, values, number);
        }
        if (component != null) {
            step.after = snapshot(step, subject::after, arguments);
        }
        return step;
    }

    /** Makes the call of a step; what it was called with. */
    private Object[] callin(Step step, Object[] values, int number) throws Failed {
        Symbol symbol = step.input;
        String name = name(symbol);
        Object[] arguments;
        Budget.begin();
        try {
            arguments = subject.arguments(component, name, values, number);
        } catch (Unmade unmade) {
            // The call cannot be made, so nobody knows what it would do.
            step.output = Symbol.OUTSIDE;
            step.reason = Texts.shortened(Texts.reason(unmade.getCause()));
            return null;
        } finally {
            Budget.end();
        }
        step.before = snapshot(step, subject::before, arguments);
        if (component == null) {
            return arguments;
        }
        sink.beginCallin(symbol.text);
        current = step;
        long started = System.nanoTime();
        try {
            Object returned = call(name, arguments);
            step.took(System.nanoTime() - started);
            step.returned = returned;
            step.hasReturned = true;
            step.output = outcomes.returned(name, returned);
            step.reason = outcomes.reason(name, returned);
            step.told = outcomes.told(returned);
        } catch (Thrown thrown) {
            // Whatever it is: a class that runs out of memory or stack says something about itself, not about us.
            step.took(System.nanoTime() - started);
            step.output = outcomes.thrown(name, thrown.getCause());
            step.limit = limit(thrown.getCause());
            step.reason = Texts.shortened(Texts.reason(thrown.getCause()));
            step.origin = subject.origin(thrown.getCause());
        } catch (Endless endless) {
            step.took(System.nanoTime() - started);
            step.output = watchdog.leaves() ? Symbol.HANG : Symbol.ERROR;
            step.limit = "time";
            step.reason = Texts.shortened("`" + symbol.text + "` asks an argument without end: it answers the same each time");
            return arguments;
        }
        if (subject.joinsCallbacks()) {
            sink.takeIfCallinBrought().forEach(step::join);
        }
        Number rest = (Number) settings.settleAfter.get(name);
        if (rest != null && step.output != Symbol.ERROR) {
            pace.settle(rest.doubleValue());
        }
        if (settings.drains) {
            drain(step);
            step.took(System.nanoTime() - started);
        }
        return arguments;
    }

    /** Waits until it is quiet. What comes is part of the call's output. */
    private void drain(Step step) throws Failed {
        for (int count = 0; step.output != Symbol.ERROR; count++) {
            Sink.Delivery delivery = sink.await(pace);
            if (delivery.output == Symbol.QUIET) {
                step.silence = pace.isVirtual() ? delivery.silence : null;
                return;
            }
            if (count == MOST_DRAINED) {
                throw new Failed("drain: more than " + MOST_DRAINED + " callbacks came after `" + step.input.text
                        + "`, the last one " + delivery.text);
            }
            step.join(delivery);
        }
    }

    /** What a callin threw. */
    private static final class Thrown extends Exception {
        private static final long serialVersionUID = 1;

        Thrown(Throwable cause) {
            super(null, cause, false, false);
        }
    }

    /** Breaks off a step whose call asked our objects too often, whatever it made of that. */
    private static final class Endless extends Exception {
        private static final long serialVersionUID = 1;

        Endless() {
            super(null, null, false, false);
        }
    }

    private Object call(String name, Object[] arguments) throws Thrown, Endless {
        Object returned = null;
        Thrown thrown = null;
        Budget.begin();
        try {
            returned = watched(name, arguments);
        } catch (Thrown end) {
            thrown = end;
        }
        if (Budget.end()) {
            throw new Endless();
        } else if (thrown != null) {
            throw thrown;
        }
        return returned;
    }

    private Object watched(String name, Object[] arguments) throws Thrown {
        watchdog.watchCall(name, this::hang);
        long started = System.nanoTime();
        try {
            return pace.call(() -> subject.call(component, name, arguments));
        } catch (Throwable thrown) {
            throw new Thrown(thrown);
        } finally {
            watchdog.relax();
            watchdog.deadlines.returned(name, (System.nanoTime() - started) / 1e6);
        }
    }

    /** The limit of the virtual machine that an exception, or one that led to it, tells of; null if there is none. */
    private static String limit(Throwable thrown) {
        Throwable cause = thrown;
        for (int links = 0; links < MOST_LINKS && cause != null; links++) {
            if (cause instanceof OutOfMemoryError) {
                return "memory";
            }
            if (cause instanceof StackOverflowError) {
                return "stack";
            }
            cause = cause.getCause();
        }
        return null;
    }

    /** Which call does not return, as text. */
    private String hang() {
        List<String> word = sink.word();
        String before = String.join(" ", word.subList(0, word.size() - 1));
        return "call: `" + word.get(word.size() - 1) + "` did not return within " + Math.round(watchdog.callLimit)
                + " ms (" + (before.isEmpty() ? "as the first input" : "after `" + before + "`") + ")";
    }

    /** Something that looks at the component and the arguments of a call. */
    private interface Look {
        Map<String, Object> at(Object component, Object[] arguments) throws Throwable;
    }

    /** What is known of the component. One that leaves no memory to look at it ends with this step. */
    private Map<String, Object> snapshot(Step step, Look look, Object[] arguments) throws Failed {
        Map<String, Object> values;
        try {
            values = look.at(component, arguments);
        } catch (OutOfMemoryError kept) {
            component = null;
            isCreated = false;
            step.output = Symbol.ERROR;
            step.limit = "memory";
            step.reason = Texts.reason(kept);
            return null;
        } catch (Throwable thrown) {
            throw new Failed("snapshot: " + Texts.reason(thrown));
        }
        if (values != null) {
            for (Map.Entry<String, Object> value : values.entrySet()) {
                String fault = Symbol.fault(value.getValue());
                if (fault != null) {
                    throw new Failed("snapshot: '" + value.getKey() + "' " + fault);
                }
            }
        }
        return values;
    }

    private String name(Symbol symbol) {
        return isWhole(symbol) ? symbol.text : symbol.name;
    }

    /** Whether an input is called as it stands, without values. */
    private boolean isWhole(Symbol symbol) {
        return symbol.values == null || inputs.contains(symbol.text);
    }

    /** The values of an input. What it reuses of earlier steps is put in; null if that is not there. */
    private Object[] values(Symbol symbol, List<Step> course) {
        if (isWhole(symbol)) {
            return new Object[0];
        }
        Object[] values = symbol.values.clone();
        for (int place = 0; place < values.length; place++) {
            if (values[place] instanceof Symbol.Reference) {
                values[place] = reused(((Symbol.Reference) values[place]).place, course);
                if (values[place] == MISSING) {
                    return null;
                }
            }
        }
        return values;
    }

    /** Stands for a value that is not there. */
    private static final Object MISSING = new Object();

    private static Object reused(String reference, List<Step> course) {
        String[] parts = reference.split("\\.");
        int number = Integer.parseInt(parts[0]);
        if (number > course.size()) {
            return MISSING;
        }
        Step step = course.get(number - 1);
        if (parts.length == 1) {
            return step.hasReturned && !(step.returned instanceof Output) ? step.returned : MISSING;
        }
        int place = Integer.parseInt(parts[1]);
        boolean isThere = step.output.values != null && place <= step.output.values.length;
        return isThere ? step.output.values[place - 1] : MISSING;
    }
}

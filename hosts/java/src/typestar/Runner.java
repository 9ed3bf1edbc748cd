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

    Runner(Subject subject, Settings settings, Watchdog watchdog, Remarks remarks) {
        this.subject = subject;
        this.settings = settings;
        this.watchdog = watchdog;
        this.remarks = remarks;
        outcomes = new Outcomes(settings);
        pace = subject.pace(settings, remarks::thrown);
        inputs = new HashSet<>(subject.inputs());
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
        reset();
        List<Step> course = new ArrayList<>();
        Plan.Cursor cursor = plan.start();
        while (!cursor.isOver()) {
            Object[] values = values(cursor.input(), course);
            if (values == null) {
                break;
            }
            Step step = step(cursor.input(), values, course.size() + 1);
            if (step.output == Symbol.ERROR || step.output == Symbol.OUTSIDE) {
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
        step.after = snapshot(subject::after, arguments);
        return step;
    }

    /** Makes the call of a step; what it was called with. */
    private Object[] callin(Step step, Object[] values, int number) throws Failed {
        Symbol symbol = step.input;
        String name = isWhole(symbol) ? symbol.text : symbol.name;
        Object[] arguments;
        try {
            arguments = subject.arguments(component, name, values, number);
        } catch (Unmade unmade) {
            // The call cannot be made, so nobody knows what it would do.
            step.output = Symbol.OUTSIDE;
            step.reason = Texts.shortened(Texts.reason(unmade.getCause()));
            return null;
        }
        step.before = snapshot(subject::before, arguments);
        sink.beginCallin(symbol.text);
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
            step.reason = Texts.shortened(Texts.reason(thrown.getCause()));
            step.origin = subject.origin(thrown.getCause());
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

    private Object call(String name, Object[] arguments) throws Thrown {
        watchdog.watch(watchdog.callLimit, this::hang);
        try {
            return pace.call(() -> subject.call(component, name, arguments));
        } catch (Throwable thrown) {
            throw new Thrown(thrown);
        } finally {
            watchdog.relax();
        }
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

    private Map<String, Object> snapshot(Look look, Object[] arguments) throws Failed {
        Map<String, Object> values;
        try {
            values = look.at(component, arguments);
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

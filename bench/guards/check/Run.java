package check;

import java.lang.reflect.InvocationTargetException;
import java.util.Random;

/** One word as it is run: the object, its shadow in the truth, and the state of the model. */
final class Run {
    private final Session session;
    final Word word;
    /** Whether the object is made as the verdict has it. */
    final boolean isUsual;
    /** Whether the model speaks of such objects. */
    boolean isModelled;
    private String maker;
    /** Whether this only repeats what was judged before. */
    final boolean isRepeated;
    /** The rule that the last call refuted. */
    Model.Rule refuted;
    private Object receiver;
    private Truth truth;
    /** Negative where it is not known. */
    private long state;

    Run(Session session, Word word, boolean isUsual, boolean isRepeated) {
        this.session = session;
        this.word = word;
        this.isUsual = isUsual;
        this.isRepeated = isRepeated;
    }

    /** Makes the object; whether there is one. */
    boolean begin() throws Exception {
        Values.Made made = session.make(word, isUsual);
        if (made == null) {
            return false;
        }
        word.receiver = isUsual ? "" : Shown.call(made.maker, made.arguments);
        truth = session.truth();
        String said = truth == null ? null : truth.made(made.maker, made.arguments);
        String outcome = made.thrown == null ? "ok" : Types.outcome(made.thrown);
        if (!isRepeated && !Session.isNoBehaviour(made.thrown)) {
            session.report.sawMaker(made, said, outcome, word);
        }
        maker = made.name;
        isModelled = isUsual || judgeMaker(made, outcome);
        receiver = made.object;
        if (truth != null) {
            truth.receiver = receiver;
        }
        return receiver != null;
    }

    /** Compares the making of an object with what the model says of it; whether that says anything. */
    private boolean judgeMaker(Values.Made made, String outcome) {
        Model.Rule rule = session.model.maker(made.name);
        if (rule == null) {
            return false;
        }
        Features features = new Features(null, made.arguments, null);
        Call call = new Call(null, made.name, made.arguments, rule, rule.saysPasses(features));
        call.branch = rule.branch(features);
        isModelled = true;
        if (!Session.isNoBehaviour(made.thrown)) {
            judge(call, outcome, made.thrown == null);
        }
        Long to = call.branch != null ? call.branch.to : rule.to;
        state = to == null ? -1 : to;
        return true;
    }

    /** A call with arguments that this seed makes; none if some cannot be made. */
    Call prepare(int method, long seed) {
        Session.Callable callable = session.callables.get(method);
        try {
            Object[] arguments = session.values.arguments(callable.method, new Random(seed), word);
            Model.Rule rule = state < 0 ? null : session.model.rule(state, callable.modelName);
            Features features = new Features(receiver, arguments, maker);
            session.report.look(features);
            boolean saysPasses = rule != null && rule.saysPasses(features);
            Call call = new Call(callable.method, callable.name, arguments, rule, saysPasses);
            call.branch = rule == null ? null : rule.branch(features);
            return call;
        } catch (Values.Unmakeable type) {
            session.report.unmakeable(callable.name, type.getMessage());
            return null;
        }
    }

    /** Makes a call; whether the word goes on after it. */
    boolean make(Call call) {
        call.text = Shown.call(call.name, call.arguments);
        word.texts.add(call.text);
        call.truth = said(call);
        Throwable thrown = null;
        call.isRunning = true;
        try {
            call.answer = call.method.invoke(receiver, call.arguments);
        } catch (InvocationTargetException threw) {
            thrown = threw.getCause();
        } catch (IllegalAccessException | RuntimeException impossible) {
            throw new IllegalStateException(call.text, impossible);
        }
        call.isRunning = false;
        return session.settle(this, call, thrown);
    }

    private String said(Call call) {
        try {
            return truth == null ? null : truth.call(call.name, call.arguments);
        } catch (Answering.Thrown thrown) {
            return null; // the class gets it as well, and the word ends
        }
    }

    /** What follows from an outcome, which is a failure if something was thrown or nothing came back. */
    void judge(Call call, String outcome, boolean hasPassed) {
        boolean isJudged = call.rule != null && call.rule.isCertain;
        refuted = isJudged && call.isRefutedBy(outcome, hasPassed) ? call.rule : null;
        if (!isRepeated) {
            session.report.saw(this, call, outcome, hasPassed);
        }
    }

    /** Goes to where the model says that a call leads that passed. */
    void follow(Call call) {
        if (session.model.states > 1) {
            Long to = call.branch != null ? call.branch.to : call.rule == null ? null : call.rule.to;
            state = to == null ? -1 : to;
        }
        Object answer = call.answer;
        for (Object argument : call.arguments) {
            addToPool(argument);
        }
        addToPool(answer);
    }

    private void addToPool(Object object) {
        if (object != null && object != receiver && word.pool.size() < 40) {
            word.pool.add(object);
        }
    }
}

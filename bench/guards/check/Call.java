package check;

import java.lang.reflect.Method;

/** One call that is about to be made: what it gets, and what truth and model say of it. */
final class Call {
    final Method method;
    /** Its name in truths. */
    final String name;
    final Object[] arguments;
    /** What is said of it; none if nothing is. */
    final Model.Rule rule;
    final boolean saysPasses;
    /** The branch that is said to be taken; none if there is not exactly one. */
    Model.Branch branch;
    /** What the truth says; none if there is no truth. */
    String truth;
    String text;
    /** What it answered, an object of the class or an exception. */
    Object answer;
    /** Whether it has begun. */
    volatile boolean isRunning;
    /** Whether nobody waits for it any more. */
    boolean isSettled;

    /** What the rule says of the outcome. */
    String said() {
        boolean knowsOutcomes = rule != null && !rule.branches.isEmpty();
        if (!knowsOutcomes) {
            return saysPasses ? "passes" : "fails";
        }
        return branch == null ? "not exactly one outcome" : String.join(" or ", branch.outcomes);
    }

    /** Whether the rule says something else. */
    boolean isRefutedBy(String outcome, boolean hasPassed) {
        boolean isOther = !rule.branches.isEmpty() && (branch == null || !branch.outcomes.contains(outcome));
        return saysPasses != hasPassed || isOther;
    }

    Call(Method method, String name, Object[] arguments, Model.Rule rule, boolean saysPasses) {
        this.method = method;
        this.name = name;
        this.arguments = arguments;
        this.rule = rule;
        this.saysPasses = saysPasses;
    }
}

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
    /** What the truth says; none if there is no truth. */
    String truth;
    String text;
    /** What it answered, an object of the class or an exception. */
    Object answer;
    /** Whether it has begun. */
    volatile boolean isRunning;
    /** Whether nobody waits for it any more. */
    boolean isSettled;

    Call(Method method, String name, Object[] arguments, Model.Rule rule, boolean saysPasses) {
        this.method = method;
        this.name = name;
        this.arguments = arguments;
        this.rule = rule;
        this.saysPasses = saysPasses;
    }
}

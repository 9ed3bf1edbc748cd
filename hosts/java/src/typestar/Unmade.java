package typestar;

/** A constructor or method that was to make a value threw. That is no answer of the component, and no fault of ours. */
final class Unmade extends Exception {
    private static final long serialVersionUID = 1;

    Unmade(Throwable cause) {
        super(null, cause, false, false);
    }
}

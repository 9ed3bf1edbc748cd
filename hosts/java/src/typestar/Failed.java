package typestar;

/** The adapter could not run a plan; that is no answer of the component. */
final class Failed extends Exception {
    private static final long serialVersionUID = 1;

    Failed(String message) {
        super(message, null, false, false);
    }
}

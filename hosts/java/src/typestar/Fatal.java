package typestar;

/** The conversation cannot go on. */
final class Fatal extends RuntimeException {
    private static final long serialVersionUID = 1;

    Fatal(String message) {
        super(message, null, false, false);
    }
}

package shop;

/** An exception whose name is that of a reserved output. */
public final class error extends RuntimeException {
    public error(String message) {
        super(message);
    }
}

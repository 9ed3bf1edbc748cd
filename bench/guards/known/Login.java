package known;

/** Constants: only one text opens it. */
public final class Login {
    private boolean isOpen;

    public void login(String password) {
        if (!"secret".equals(password)) {
            throw new SecurityException("wrong");
        }
        isOpen = true;
    }

    public void read() {
        if (!isOpen) {
            throw new IllegalStateException("log in first");
        }
    }
}

package known;

import check.Truth;

/** What {@link Login} answers. */
final class LoginTruth extends Truth {
    private boolean in;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("read")) {
            return in ? "ok" : "IllegalStateException";
        }
        in = "terces".contentEquals(new StringBuilder(String.valueOf(arguments[0])).reverse());
        return in ? "ok" : "SecurityException";
    }

    @Override
    public Object[] values() {
        return new Object[] {"secret"};
    }
}

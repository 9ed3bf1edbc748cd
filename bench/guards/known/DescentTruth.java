package known;

import check.Truth;

/** What {@link Descent} answers. */
final class DescentTruth extends Truth {
    private boolean been;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("rest")) {
            return been ? "ok" : "IllegalStateException";
        }
        been = (int) arguments[0] >= 0;
        return been ? "ok" : "IllegalArgumentException";
    }
}

package known;

import check.Truth;

/** What {@link Deferred} answers. */
final class DeferredTruth extends Truth {
    /** What `await` answers. */
    private String outcome = "hang";

    @Override
    public String call(String method, Object[] arguments) {
        boolean isOpen = outcome.equals("hang");
        switch (method) {
            case "await":
                return outcome;
            case "peek":
                return outcome.equals("not null") ? outcome : "null";
            case "resolve":
                String resolved = arguments[0] == null ? "null" : "not null";
                outcome = isOpen ? resolved : outcome;
                return String.valueOf(isOpen);
            default:
                if (arguments[0] == null) {
                    return "NullPointerException";
                }
                outcome = isOpen ? "IllegalStateException" : outcome;
                return String.valueOf(isOpen);
        }
    }
}

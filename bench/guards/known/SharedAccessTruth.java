package known;

import check.Truth;

/** What {@link SharedAccess} answers. */
final class SharedAccessTruth extends Truth {
    /** Those who read, or -1 for one who writes. */
    private int inside;

    @Override
    public String call(String method, Object[] arguments) {
        int before = inside;
        switch (method) {
            case "beginRead":
                inside = before + 1;
                return before < 0 ? "hang" : "ok";
            case "endRead":
                inside = before - 1;
                return before > 0 ? "ok" : "IllegalMonitorStateException";
            case "beginWrite":
                inside = -1;
                return before == 0 ? "ok" : "hang";
            case "tryWrite":
                inside = before == 0 ? -1 : before;
                return String.valueOf(before == 0);
            default:
                inside = 0;
                return before == -1 ? "ok" : "IllegalMonitorStateException";
        }
    }
}

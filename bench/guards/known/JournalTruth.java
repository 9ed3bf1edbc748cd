package known;

import check.Truth;

/** What {@link Journal} answers. */
final class JournalTruth extends Truth {
    private int safe;
    /** Edits that are not committed. */
    private int loose;

    @Override
    public String call(String method, Object[] arguments) {
        switch (method) {
            case "edit":
                loose++;
                return "ok";
            case "save":
                return "not null";
            case "commit":
                boolean works = loose > 0;
                safe += loose;
                loose = 0;
                return works ? "ok" : "IllegalStateException";
            default:
                break;
        }
        if (arguments[0] == null) {
            return "NullPointerException";
        }
        boolean isOwn = field(arguments[0], "journal") == receiver();
        int ahead = (int) field(arguments[0], "position") - safe;
        if (method.equals("isAt")) {
            return String.valueOf(isOwn && ahead == loose);
        } else if (!isOwn) {
            return "IllegalArgumentException";
        }
        boolean isThere = ahead >= 0 && ahead <= loose;
        loose = ahead;
        return isThere ? "ok" : "IllegalStateException";
    }
}

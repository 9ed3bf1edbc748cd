package known;

import check.Truth;

/** What {@link Workspace} answers. */
final class WorkspaceTruth extends Truth {
    private boolean shown;
    private int typed;
    private int left;

    @Override
    public String call(String method, Object[] arguments) {
        if (shown == method.equals("open")) {
            return "IllegalStateException";
        }
        switch (method) {
            case "open":
                typed = 0;
                left = 8;
                shown = true;
                return "ok";
            case "close":
                shown = false;
                return "ok";
            case "type":
                typed++;
                return --left >= 0 ? "ok" : "IndexOutOfBoundsException";
            default:
                int margin = (int) arguments[0];
                left = margin - typed;
                return margin >= typed && margin <= 80 ? "ok" : "IllegalArgumentException";
        }
    }
}

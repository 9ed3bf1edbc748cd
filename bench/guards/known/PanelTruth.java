package known;

import check.Truth;

/** What {@link Panel} answers. */
final class PanelTruth extends Truth {
    private boolean armed;
    private int top = 5;

    @Override
    public String call(String method, Object[] arguments) {
        armed = method.equals("arm") || armed && !method.equals("disarm");
        top = method.equals("widen") ? 9 : top;
        boolean isFire = method.equals("fire");
        boolean fits = !isFire || armed && (int) arguments[0] >= 1 && (int) arguments[0] <= top;
        return fits ? "ok" : "IllegalStateException";
    }
}

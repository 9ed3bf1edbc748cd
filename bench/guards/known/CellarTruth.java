package known;

import check.Truth;

/** What {@link Cellar} answers. */
final class CellarTruth extends Truth {
    private boolean open;
    private int knocks;

    @Override
    public String call(String method, Object[] arguments) {
        open |= method.equals("open");
        knocks += method.equals("knock") ? 1 : 0;
        return !method.equals("enter") || open && knocks > 1 ? "ok" : "IllegalStateException";
    }
}

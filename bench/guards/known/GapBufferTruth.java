package known;

import check.Truth;

/** What {@link GapBuffer} answers. */
final class GapBufferTruth extends Truth {
    private int most = 10;
    private int used;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("ensure")) {
            most = Math.max(most, (int) arguments[0]);
            return "ok";
        }
        return used++ < most ? "ok" : "IllegalStateException";
    }
}

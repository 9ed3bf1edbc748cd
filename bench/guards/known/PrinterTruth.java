package known;

import check.Truth;

/** What {@link Printer} answers. */
final class PrinterTruth extends Truth {
    private boolean on;
    private int out;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("switchOn")) {
            boolean was = on;
            on = true;
            return was ? "IllegalStateException" : "ok";
        } else if (method.equals("takeOut")) {
            return --out >= 0 ? "ok" : "NoSuchElementException";
        } else if ((int) arguments[0] < 1) {
            return "IllegalArgumentException";
        }
        out++;
        return on ? "ok" : "IllegalStateException";
    }
}

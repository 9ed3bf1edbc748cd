package known;

import check.Truth;

/** What {@link Centrifuge} answers. */
final class CentrifugeTruth extends Truth {
    private boolean lid;
    private int beyond = 3001;

    @Override
    public String call(String method, Object[] arguments) {
        boolean needsOpen = method.equals("closeLid") || method.equals("fitRotor");
        if (lid != needsOpen) {
            return "IllegalStateException";
        } else if (arguments.length == 0) {
            lid = !lid;
            return "ok";
        }
        int number = (int) arguments[0];
        if (method.equals("spin")) {
            return number > 99 && number < beyond ? "ok" : "IllegalArgumentException";
        } else if (number <= 499 || number >= 9001) {
            return "IllegalArgumentException";
        }
        beyond = number + 1;
        return "ok";
    }

    @Override
    public Object[] values() {
        return new Object[] {99, 100, 499, 500, 3000, 3001, 9000, 9001};
    }
}

package known;

import check.Truth;

/** What {@link CraneArm} answers: -1 on the hook is nothing. */
final class CraneArmTruth extends Truth {
    private double counter;
    private double hook = -1;

    @Override
    public String call(String method, Object[] arguments) {
        boolean isBusy = hook > 0;
        double first = arguments.length > 0 ? (int) arguments[0] : 0;
        switch (method) {
            case "setBallast":
                if (isBusy) {
                    return "IllegalStateException";
                } else if (first < 0 || first > 1000) {
                    return "IllegalArgumentException";
                }
                counter = first;
                return "ok";
            case "lift":
                double second = (int) arguments[1];
                if (Math.min(first, second) <= 0) {
                    return "IllegalArgumentException";
                } else if (isBusy || first + first + second - 50 > counter) {
                    return "IllegalStateException";
                }
                hook = first;
                return "ok";
            case "fits":
                return String.valueOf(first > -1 && first <= (counter - Math.max(hook, 0)) / 3);
            default:
                hook = -1;
                return isBusy ? "ok" : "IllegalStateException";
        }
    }
}

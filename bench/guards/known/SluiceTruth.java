package known;

import check.Truth;

/** What {@link Sluice} answers. */
final class SluiceTruth extends Truth {
    private boolean gate = true;
    private boolean pump = true;
    private boolean up;

    @Override
    public String call(String method, Object[] arguments) {
        switch (method) {
            case "engage":
                gate = true;
                pump = true;
                up = false;
                return "ok";
            case "flows":
                return String.valueOf(up);
            case "release":
                boolean works = "gate".equals(arguments[0]) && gate || "pump".equals(arguments[0]) && pump;
                gate &= !"gate".equals(arguments[0]);
                pump &= !"pump".equals(arguments[0]);
                return String.valueOf(works);
            default:
                break;
        }
        int high = (int) arguments[0];
        if (gate || pump) {
            return "IllegalStateException";
        }
        boolean fits = high >= 5 && high < 121;
        up |= fits;
        return fits ? "ok" : "IllegalArgumentException";
    }

    @Override
    public Object[] values() {
        return new Object[] {"gate", "pump", 4, 5, 120, 121};
    }
}

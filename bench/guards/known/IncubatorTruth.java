package known;

import check.Truth;

/** What {@link Incubator} answers: no aim means that it stands still. */
final class IncubatorTruth extends Truth {
    private Double wanted = 36.6;
    private Double heating;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("sense") == (heating == null)) {
            return "IllegalStateException";
        } else if (method.equals("start")) {
            heating = wanted;
            return "ok";
        }
        double given = (double) arguments[0];
        if (method.equals("aim")) {
            if (Double.isNaN(given) || given < 20.5 || 36.6 < given) {
                return "IllegalArgumentException";
            }
            wanted = given;
            return "ok";
        } else if (!Double.isNaN(given) && Double.compare(given, 45) > 0) {
            heating = null;
            return "TRIPPED";
        }
        return Double.isNaN(given) || given >= heating ? "OFF" : "ON";
    }

    @Override
    public Object[] values() {
        return new Object[] {20.5, 20.4, 36.6, 36.7, 36.5, 45.0, 45.1, 30.0};
    }
}

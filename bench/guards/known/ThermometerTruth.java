package known;

import check.Truth;

/** What {@link Thermometer} answers. */
final class ThermometerTruth extends Truth {
    private double least = 20.5;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("alarm")) {
            return least <= -1.5 ? "ok" : "IllegalStateException";
        }
        float degrees = (float) arguments[0];
        if (Float.isNaN(degrees) || degrees <= -273.15f) {
            return "IllegalArgumentException";
        }
        least = degrees < least ? degrees : least;
        return "ok";
    }

    @Override
    public Object[] values() {
        return new Object[] {-273.15f, -1.5};
    }
}

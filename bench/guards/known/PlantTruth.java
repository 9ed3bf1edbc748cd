package known;

import check.Truth;

/** What {@link Plant} answers. */
final class PlantTruth extends Truth {
    private int number;

    @Override
    public String call(String method, Object[] arguments) {
        int wanted = method.equals("add") ? -1 : (int) arguments[0];
        boolean works = wanted == -1 && method.equals("add") || wanted > 0 && wanted <= number;
        number -= works ? wanted : 0;
        return works ? "ok" : "IllegalArgumentException";
    }
}

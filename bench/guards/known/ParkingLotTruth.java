package known;

import check.Truth;

/** What {@link ParkingLot} answers. */
final class ParkingLotTruth extends Truth {
    private long free = 6;

    @Override
    public String call(String method, Object[] arguments) {
        long cars = (int) arguments[0];
        if (cars < 0) {
            return "IllegalArgumentException";
        }
        long next = method.equals("leave") ? free + cars : free - cars;
        boolean works = next >= 0 && next <= 6;
        free = works ? next : free;
        switch (method) {
            case "enter":
                return works ? "ok" : "hang";
            case "tryEnter":
                return works ? "true" : "false";
            default:
                return works ? "ok" : "IllegalStateException";
        }
    }
}

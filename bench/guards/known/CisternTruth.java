package known;

import check.Truth;

/** What {@link Cistern} answers. */
final class CisternTruth extends Truth {
    private int room = 1024;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("mark")) {
            return room <= 524 ? "HIGH" : room <= 924 ? "MIDDLE" : "LOW";
        } else if (method.equals("drain")) {
            boolean works = room != 1024;
            room = 1024;
            return works ? "ok" : "IllegalStateException";
        }
        room -= method.equals("pour") ? 1 : 10;
        return room < 0 ? "IllegalStateException" : "ok";
    }
}

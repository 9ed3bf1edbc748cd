package known;

import check.Truth;

/** What {@link Scales} answers. */
final class ScalesTruth extends Truth {
    private final long[] room = {300, 300};

    @Override
    public Object[] values() {
        return new Object[] {100, 200, 180};
    }

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("heavier")) {
            return room[0] == room[1] ? "NEITHER" : room[0] < room[1] ? "LEFT" : "RIGHT";
        } else if (method.equals("clearLeft")) {
            boolean works = room[0] < 300;
            room[0] = 300;
            return works ? "ok" : "IllegalStateException";
        }
        int side = method.equals("addLeft") ? 0 : 1;
        long grams = (int) arguments[0];
        if (grams <= 0 || grams >= 201) {
            return "IllegalArgumentException";
        }
        room[side] -= grams;
        return room[side] >= 0 ? "ok" : "IllegalStateException";
    }
}

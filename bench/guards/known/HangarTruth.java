package known;

import check.Truth;

/** What {@link Hangar} answers. */
final class HangarTruth extends Truth {
    private int metres = 20;
    private boolean hose;
    private boolean taken;

    @Override
    public String call(String method, Object[] arguments) {
        boolean was = taken;
        switch (method) {
            case "widen":
                int next = (int) arguments[0];
                boolean works = next > 0 && next < 61;
                metres = works ? next : metres;
                return works ? "ok" : "IllegalArgumentException";
            case "connectHose":
                hose = true;
                return "ok";
            case "leave":
                taken = false;
                return was ? "not null" : "null";
            default:
                break;
        }
        Hangar.Plane plane = (Hangar.Plane) arguments[0];
        if (plane == null || plane.tail() == null) {
            return "NullPointerException";
        } else if (metres < plane.span()) {
            return "IllegalArgumentException";
        } else if (!hose && "JET".equals(String.valueOf(plane.kind()))) {
            return "IllegalStateException";
        }
        taken = true;
        return String.valueOf(!was);
    }
}

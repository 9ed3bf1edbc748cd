package known;

import check.Truth;

/** What {@link TrafficLight} answers. */
final class TrafficLightTruth extends Truth {
    private int count;
    private boolean off;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("colour")) {
            return off ? "DARK" : count >= 2 ? "GREEN" : "RED";
        }
        count += method.equals("next") ? 1 : 0;
        off |= method.equals("fail");
        return "ok";
    }
}

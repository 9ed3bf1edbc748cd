package known;

import check.Truth;

/** What {@link KeyRing} answers. */
final class KeyRingTruth extends Truth {
    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("newKey")) {
            return "not null";
        } else if (arguments[0] == null) {
            return "NullPointerException";
        }
        Object ring = field(arguments[0], "ring");
        if (ring != receiver()) {
            return "IllegalArgumentException";
        }
        return (boolean) field(arguments[0], "isUsed") ? "IllegalStateException" : "ok";
    }
}

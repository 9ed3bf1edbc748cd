package known;

import check.Truth;

/** What {@link Packet} answers. */
final class PacketTruth extends Truth {
    @Override
    public String call(String method, Object[] arguments) {
        if (arguments[0] == null) {
            return "NullPointerException";
        }
        int length = java.lang.reflect.Array.getLength(arguments[0]);
        return length >= 1 && length <= 1000 ? "ok" : "IllegalArgumentException";
    }
}

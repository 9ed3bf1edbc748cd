package known;

import check.Truth;

/** What {@link Channel} answers. */
final class ChannelTruth extends Truth {
    private int in;

    @Override
    public String call(String method, Object[] arguments) {
        in += method.equals("put") ? 1 : -1;
        return in < 0 || in > 2 ? "hang" : "ok";
    }
}

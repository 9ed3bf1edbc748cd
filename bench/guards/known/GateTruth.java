package known;

import check.Truth;

/** What {@link Gate} answers. */
final class GateTruth extends Truth {
    private boolean all;

    @Override
    public String call(String method, Object[] arguments) {
        if (!method.equals("pass")) {
            all |= method.equals("openToAll");
            return method.equals("sell") ? "not null" : "ok";
        }
        boolean isOwn = arguments[0] != null && field(arguments[0], "gate") == receiver();
        return isOwn || all && arguments[0] != null ? "ok" : "IllegalArgumentException";
    }
}

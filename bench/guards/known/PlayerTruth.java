package known;

import check.Truth;

/** What {@link Player} answers. */
final class PlayerTruth extends Truth {
    @Override
    public String call(String method, Object[] arguments) {
        if (arguments[0] == null) {
            return "NullPointerException";
        }
        Player.Settings settings = (Player.Settings) arguments[0];
        return settings.isMuted() ? "IllegalStateException" : settings.getVolume() < 12 ? "ok" : "IllegalArgumentException";
    }
}

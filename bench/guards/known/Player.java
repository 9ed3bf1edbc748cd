package known;

/** Objects: a bean whose setters matter. */
public final class Player {
    /** A bean. */
    public static final class Settings {
        private int volume;
        private boolean muted;

        public void setVolume(int volume) {
            this.volume = volume;
        }

        public void setMuted(boolean muted) {
            this.muted = muted;
        }

        public int getVolume() {
            return volume;
        }

        public boolean isMuted() {
            return muted;
        }
    }

    private int played;

    public void play(Settings settings) {
        if (settings.muted) {
            throw new IllegalStateException("muted");
        }
        if (settings.volume > 11) {
            throw new IllegalArgumentException("too loud");
        }
        played++;
    }
}

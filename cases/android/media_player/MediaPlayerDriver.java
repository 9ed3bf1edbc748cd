import android.media.MediaPlayer;
import java.io.File;
import java.io.IOException;
import typestar.android.Env;
import typestar.android.Driver;

/** A player of a second of sound. Robolectric's imitation plays it. */
public final class MediaPlayerDriver extends Driver {
    private File sound;
    private MediaPlayer player;

    @Override
    public void reset(Env env) {
        sound = env.sound("tone", 1000);
        player = new MediaPlayer();
        player.setOnPreparedListener(prepared -> env.emit("onPrepared"));
        player.setOnCompletionListener(completed -> env.emit("onCompletion"));
        player.setOnErrorListener((failed, what, extra) -> {
            env.emit("onError");
            return true;
        });
    }

    public void setDataSource() throws IOException {
        player.setDataSource(sound.getPath());
    }

    public void prepare() throws IOException {
        player.prepare();
    }

    public void prepareAsync() {
        player.prepareAsync();
    }

    public void start() {
        player.start();
    }

    public void pause() {
        player.pause();
    }

    public void stop() {
        player.stop();
    }

    public void reset() {
        player.reset();
    }

    public void release() {
        player.release();
    }

    @Override
    public void dispose() {
        player.release();
    }
}

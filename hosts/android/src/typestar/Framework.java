package typestar;

import android.app.Application;
import android.content.Context;
import android.os.Build;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.TestEnvironment;
import org.robolectric.manifest.AndroidManifest;
import org.robolectric.pluginapi.config.ConfigurationStrategy.Configuration;
import org.robolectric.shadows.ShadowMediaPlayer;
import org.robolectric.shadows.ShadowPausedAsyncTask;
import org.robolectric.shadows.ShadowPausedLooper;
import org.robolectric.shadows.util.DataSource;
import org.robolectric.util.ReflectionHelpers;

/** The framework that all words share, and how it is reset. */
final class Framework {
    /** Files there are never written to a disk. */
    private static final File MEMORY = new File("/dev/shm");

    private final AndroidSandbox sandbox;
    private final Configuration configuration;
    private final AndroidManifest manifest;
    private final ThreadLocal<?> animations = animations();
    private File home;
    /** A folder that the last word does not need any more. */
    private File spare;
    private long folders;

    Framework(AndroidSandbox sandbox, Configuration configuration, AndroidManifest manifest) {
        this.sandbox = sandbox;
        this.configuration = configuration;
        this.manifest = manifest;
    }

    int api() {
        return Build.VERSION.SDK_INT;
    }

    String version() {
        return "API " + api() + ", Android " + Build.VERSION.RELEASE + " on Robolectric, Java " + Runtime.version();
    }

    /** Where each thread has what drives its animations. */
    private ThreadLocal<?> animations() {
        return api() < 24
                ? ReflectionHelpers.getStaticField(android.animation.ValueAnimator.class, "sAnimationHandler")
                : ReflectionHelpers.getStaticField(android.animation.AnimationHandler.class, "sAnimatorHandler");
    }

    Context context() {
        Application application = RuntimeEnvironment.getApplication();
        return application;
    }

    /** The work of AsyncTask, too, is work in the background. */
    void beginWord(Word word) {
        ShadowPausedAsyncTask.overrideExecutor(word.executor());
    }

    void endWord() {
        ScriptedInotify.forget();
        animations.remove(); // they hold on to a choreographer that no looper drives any more
        ShadowPausedLooper.resetLoopers();
    }

    /** A file that players take for sound of this length. They are an imitation, which here keeps to the documented states. */
    void addSound(File file, int milliseconds) {
        ShadowMediaPlayer.setCreateListener((player, shadow) ->
                shadow.setInvalidStateBehavior(ShadowMediaPlayer.InvalidStateBehavior.EMULATE));
        ShadowMediaPlayer.addMediaInfo(DataSource.toDataSource(file.getPath()),
                new ShadowMediaPlayer.MediaInfo(milliseconds, 0));
    }

    /** As after a start of the process, but for static fields that Robolectric does not know. */
    void resetFully() {
        BoundServices.forget();
        TestEnvironment environment = sandbox.getTestEnvironment();
        environment.tearDownApplication();
        environment.resetState();
        environment.setUpApplicationState("typestar", configuration, manifest);
    }

    /** An empty folder of our own. */
    File freshFolder() {
        try {
            if (home == null) {
                home = (MEMORY.canWrite() ? Files.createTempDirectory(MEMORY.toPath(), "typestar-android")
                        : Files.createTempDirectory("typestar-android")).toFile();
            }
            return spare != null && isEmpty(spare) ? taken() : Files.createDirectory(
                    home.toPath().resolve(Long.toString(folders++))).toFile();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static boolean isEmpty(File folder) {
        String[] files = folder.list();
        return files != null && files.length == 0;
    }

    private File taken() {
        File folder = spare;
        spare = null;
        return folder;
    }

    /** A folder of a word that is over. */
    void giveBack(File folder) {
        empty(folder);
        spare = folder;
    }

    void tearDown() {
        if (home != null) {
            delete(home);
        }
    }

    private static void delete(File folder) {
        empty(folder);
        folder.delete();
    }

    private static void empty(File folder) {
        File[] files = folder.listFiles();
        if (files != null) {
            for (File file : files) {
                delete(file);
            }
        }
    }
}

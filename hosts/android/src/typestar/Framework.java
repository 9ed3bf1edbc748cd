package typestar;

import android.app.Application;
import android.content.Context;
import android.os.Build;
import dalvik.system.CloseGuard;
import java.io.File;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.TestEnvironment;
import org.robolectric.manifest.AndroidManifest;
import org.robolectric.pluginapi.config.ConfigurationStrategy.Configuration;
import org.robolectric.shadows.ShadowLog;
import org.robolectric.shadows.ShadowMediaPlayer;
import org.robolectric.shadows.ShadowPausedAsyncTask;
import org.robolectric.shadows.ShadowPausedLooper;
import org.robolectric.shadows.util.DataSource;
import org.robolectric.util.ReflectionHelpers;

/** The framework that all words share, and how it is reset. */
final class Framework {
    private final AndroidSandbox sandbox;
    private final Configuration configuration;
    private final AndroidManifest manifest;
    /** Where the files of words are. */
    private final File home;
    private final ThreadLocal<?> animations = animations();
    /** A folder that the last word does not need any more. */
    private File spare;
    private long folders;

    Framework(AndroidSandbox sandbox, Configuration configuration, AndroidManifest manifest, File home) {
        this.sandbox = sandbox;
        this.configuration = configuration;
        this.manifest = manifest;
        this.home = home;
        quietGuards();
    }

    /** Each guard keeps the stack of where its object was made. Android's own processes switch them off at their start. */
    private static void quietGuards() {
        CloseGuard.setEnabled(false);
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
        ShadowLog.clear();
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
        quietGuards();
    }

    /** An empty folder of our own. */
    File freshFolder() {
        // Threads of the last word may have written to its folder since.
        boolean isFresh = spare != null && spare.list().length == 0;
        File folder = isFresh ? spare : new File(home, Long.toString(folders++));
        folder.mkdir();
        spare = null;
        return folder;
    }

    /** A folder of a word that is over. */
    void giveBack(File folder) {
        spare = OwnFolder.empty(folder) ? folder : null;
    }
}

package typestar;

import java.io.File;
import java.lang.reflect.Method;
import org.junit.Test;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.RunWith;
import org.junit.runner.notification.Failure;
import org.junit.runners.model.FrameworkMethod;
import org.junit.runners.model.InitializationError;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.LooperMode;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.bytecode.Sandbox;
import org.robolectric.manifest.AndroidManifest;
import org.robolectric.pluginapi.config.ConfigurationStrategy.Configuration;

/**
 * An adapter for Android classes: {@code java ... typestar.AndroidHost DRIVER [FULL_RESET_EVERY]}. It runs inside Robolectric, on
 * the thread of the main looper. This class is loaded twice, outside and inside; what crosses goes through the
 * properties of the system.
 */
@RunWith(AndroidHost.Runner.class)
@Config(sdk = {23, 28, 34}, shadows = {PlainSpeechRecognizer.class, PlainFileObserver.class, ScriptedInotify.class,
        BoundServices.class})
@LooperMode(LooperMode.Mode.PAUSED)
public final class AndroidHost {
    private static final String CROSSING = "typestar.android.";
    private static final String TEMPORARY = "java.io.tmpdir";
    private static final File MEMORY = new File("/dev/shm");

    public static void main(String[] arguments) {
        System.setOut(System.err);
        if (arguments.length < 1 || arguments.length > 2) {
            Host.refuse("no driver: typestar.AndroidHost DRIVER [FULL_RESET_EVERY]");
        }
        refuseMistakes(arguments[0]);
        System.getProperties().put(CROSSING + "arguments", arguments);
        makeFolders();
        Result result = JUnitCore.runClasses(AndroidHost.class);
        String why = "unsupported API level";
        for (Failure failure : result.getFailures()) {
            failure.getException().printStackTrace();
            why = Texts.reason(failure.getException());
        }
        Host.refuse("Robolectric did not start: " + why + "; if a jar is broken, remove "
                + System.getProperty("robolectric.dependency.dir") + " and run `typestar setup android --api "
                + System.getProperty("robolectric.enabledSdks") + "`");
    }

    /** What is wrong with the driver itself shows before Robolectric takes its time to start. */
    private static void refuseMistakes(String driver) {
        try {
            Drivers.find(driver);
        } catch (IllegalArgumentException mistake) {
            Host.refuse(mistake.getMessage());
        }
    }

    /** One for the files of words, which are never written to a disk; one for those that Robolectric leaves behind. */
    private static void makeFolders() {
        File temporary = OwnFolder.in(new File(System.getProperty(TEMPORARY)));
        System.setProperty(TEMPORARY, temporary.getPath());
        System.getProperties().put(CROSSING + "folder", MEMORY.canWrite() ? OwnFolder.in(MEMORY) : temporary);
    }

    /** Lets the inside have the sandbox. */
    public static final class Runner extends RobolectricTestRunner {
        public Runner(Class<?> kind) throws InitializationError {
            super(kind);
        }

        @Override
        protected void beforeTest(Sandbox sandbox, FrameworkMethod method, Method inside) throws Throwable {
            super.beforeTest(sandbox, method, inside);
            RobolectricFrameworkMethod known = (RobolectricFrameworkMethod) method;
            Method manifest = RobolectricFrameworkMethod.class.getDeclaredMethod("getAppManifest");
            manifest.setAccessible(true);
            System.getProperties().put(CROSSING + "sandbox", sandbox);
            System.getProperties().put(CROSSING + "configuration", known.getConfiguration());
            System.getProperties().put(CROSSING + "manifest", manifest.invoke(known));
        }
    }

    @Test
    public void serve() {
        String folder = System.getProperty(CROSSING + "native");
        if (folder != null) {
            NativeRuntime.keepIn(folder);
        }
        Host.serve(subject((String[]) crossed("arguments")));
    }

    private static Subject subject(String[] arguments) {
        Framework framework = new Framework((AndroidSandbox) crossed("sandbox"),
                (Configuration) crossed("configuration"), (AndroidManifest) crossed("manifest"),
                (File) crossed("folder"));
        Integer fullResetEvery = arguments.length == 1 ? null : Integer.valueOf(arguments[1]);
        return new AndroidSubject(Drivers.find(arguments[0]), framework, fullResetEvery);
    }

    private static Object crossed(String name) {
        return System.getProperties().get(CROSSING + name);
    }
}

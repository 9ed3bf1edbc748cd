package typestar;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Context;
import android.os.IBinder;
import android.os.IInterface;
import android.os.SystemClock;
import java.io.File;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.robolectric.Robolectric;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.shadows.ShadowServiceManager;
import typestar.android.Env;
import typestar.android.Environment;

/** The world of one word. */
final class Word implements Env {
    final Sink sink;
    final Progress progress;

    private final Framework framework;
    private final Environment environment;
    private final Origins origins;
    /** What has come, with who made it first. */
    private final Map<String, Origin> come = new HashMap<>();
    /** Who made the callback that the present call has let come. */
    private Origin answered;
    private File folder;
    private ActivityController<Activity> activity;
    /** Who is just telling what the kernel sees. */
    private volatile Thread scripting;

    Word(Framework framework, Environment environment, Origins origins, Sink sink) {
        this.framework = framework;
        this.environment = environment;
        this.origins = origins;
        this.sink = sink;
        progress = new Progress(environment, sink);
    }

    @Override
    public Context context() {
        return framework.context();
    }

    @Override
    public Activity activity() {
        if (activity == null) {
            activity = Robolectric.buildActivity(Activity.class);
            activity.get().setTheme(android.R.style.Theme_Black_NoTitleBar); // others load many drawings
            activity.create().start().resume();
        }
        return activity.get();
    }

    @Override
    public int api() {
        return framework.api();
    }

    @Override
    public void emit(String callback, Object... values) {
        if (sink == null) {
            throw new IllegalStateException("no word is running: report callbacks with the Env of reset");
        }
        Origin origin = origin();
        synchronized (come) {
            come.putIfAbsent(callback, origin);
        }
        sink.callback(Output.of(callback, values).from(origin));
    }

    /** What the framework does because of a scripted kernel is its own, but for the reason. */
    private Origin origin() {
        Origin origin = origins.ofCallback();
        boolean isScripted = origin != null && scripting == Thread.currentThread() && origin.kind == Origin.Kind.FRAMEWORK;
        return isScripted ? new Origin(Origin.Kind.SCRIPTED, origin.place) : origin;
    }

    @Override
    public int pending() {
        return sink.countPending();
    }

    @Override
    public Executor executor() {
        return progress.tasks;
    }

    @Override
    public Work work() {
        return progress.works.announce();
    }

    @Override
    public boolean comes(String callback) {
        goOn(environment.horizon(), () -> has(callback));
        return answers(callback);
    }

    @Override
    public boolean comesNow(String callback) {
        goOn(0, () -> false);
        return answers(callback);
    }

    /** What came before does not answer this call. */
    void beginCall() {
        answered = null;
        synchronized (come) {
            come.clear();
        }
    }

    private void goOn(long milliseconds, BooleanSupplier isEnough) {
        long horizon = SystemClock.uptimeMillis() + milliseconds;
        try {
            progress.settle();
            while (!isEnough.getAsBoolean() && progress.advance(horizon) == Progress.Unit.SOMETHING) {
                // until it is, or nothing is left to do
            }
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }

    /** Whether it has come: then the call may be answered by it, and not by the driver. */
    private boolean answers(String callback) {
        synchronized (come) {
            answered = come.get(callback);
            return come.containsKey(callback);
        }
    }

    /** Who made an exception. A driver that makes one of a callback hands that on. */
    Origin origin(Throwable thrown) {
        Origin made = origins.of(thrown);
        boolean isHandedOn = answered != null && made != null && made.kind == Origin.Kind.DRIVER;
        return isHandedOn ? answered : made;
    }

    private boolean has(String callback) {
        synchronized (come) {
            return come.containsKey(callback);
        }
    }

    @Override
    public File file(String name) {
        if (folder == null) {
            folder = framework.freshFolder();
        }
        return new File(folder, name);
    }

    @Override
    public File sound(String name, int milliseconds) {
        File file = file(name);
        framework.addSound(file, milliseconds);
        return file;
    }

    @Override
    public void addService(String name, Class<? extends IInterface> type, Object service) {
        ShadowServiceManager.addBinderService(name, type, Delegate.of(type, service));
    }

    @Override
    public void grant(String permission) {
        Shadow.<ShadowApplication>extract(framework.context()).grantPermissions(permission);
    }

    @Override
    public void addBound(ComponentName component, IBinder service) {
        BoundServices.add(component, service);
    }

    @Override
    public void fileEvent(File file, int... events) {
        scripting = Thread.currentThread();
        try {
            for (int event : events) {
                ScriptedInotify.tell(file.getPath(), event);
            }
        } finally {
            scripting = null;
        }
    }

    void end() {
        close();
        if (folder != null) {
            framework.giveBack(folder);
        }
    }

    /** The activity ends. What it still had to do may fail, and that is nobody's business any more. */
    private void close() {
        if (activity != null) {
            try {
                activity.close();
            } catch (RuntimeException failed) {
                activity = null;
            }
        }
    }
}

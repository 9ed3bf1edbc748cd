package typestar;

import android.app.Activity;
import android.content.Context;
import android.os.IInterface;
import android.os.SystemClock;
import java.io.File;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import org.robolectric.Robolectric;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.shadows.ShadowServiceManager;
import typestar.android.Env;
import typestar.android.Environment;

/** The world of one word. */
final class Word implements Env {
    final Sink sink;
    final Progress progress;

    private final Framework framework;
    private final Environment environment;
    private final Set<String> come = new HashSet<>();
    private File folder;
    private ActivityController<Activity> activity;

    Word(Framework framework, Environment environment, Sink sink) {
        this.framework = framework;
        this.environment = environment;
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
            throw new IllegalStateException("no word has begun: report callbacks with the Env of reset");
        }
        synchronized (come) {
            come.add(callback);
        }
        sink.callback(Output.of(callback, values));
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
        return comes(callback, environment.horizon());
    }

    @Override
    public boolean comesNow(String callback) {
        return comes(callback, 0);
    }

    private boolean comes(String callback, long milliseconds) {
        long horizon = SystemClock.uptimeMillis() + milliseconds;
        try {
            progress.settle();
            while (!has(callback) && progress.advance(horizon) == Progress.Unit.SOMETHING) {
                // until it has come, or nothing is left to do
            }
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
        return has(callback);
    }

    private boolean has(String callback) {
        synchronized (come) {
            return come.contains(callback);
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
    public <S extends IInterface> void addService(String name, Class<S> type, S service) {
        ShadowServiceManager.addBinderService(name, type, service);
    }

    @Override
    public void fileEvent(File file, int... events) {
        for (int event : events) {
            ScriptedInotify.tell(file.getPath(), event);
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

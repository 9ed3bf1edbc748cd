package androidx.test.runner.lifecycle;

import android.app.Application;

/** Told about each stage of an application. */
public interface ApplicationLifecycleCallback {
    void onApplicationLifecycleChanged(Application application, ApplicationStage stage);
}

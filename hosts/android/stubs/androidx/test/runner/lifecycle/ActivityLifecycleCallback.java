package androidx.test.runner.lifecycle;

import android.app.Activity;

/** Told about each stage of an activity. */
public interface ActivityLifecycleCallback {
    void onActivityLifecycleChanged(Activity activity, Stage stage);
}

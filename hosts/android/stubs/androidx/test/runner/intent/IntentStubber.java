package androidx.test.runner.intent;

import android.app.Instrumentation.ActivityResult;
import android.content.Intent;

/** Answers intents in the place of activities. */
public interface IntentStubber {
    ActivityResult getActivityResultForIntent(Intent intent);
}

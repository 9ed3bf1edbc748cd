package androidx.test.runner.intent;

import android.content.Intent;

/** Told about each intent that is sent. */
public interface IntentCallback {
    void onIntentSent(Intent intent);
}

package androidx.test.runner.intent;

/** Tells the intents that are sent. */
public interface IntentMonitor {
    void addIntentCallback(IntentCallback callback);

    void removeIntentCallback(IntentCallback callback);
}

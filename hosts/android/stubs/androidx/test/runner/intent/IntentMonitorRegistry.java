package androidx.test.runner.intent;

/** Where the one {@link IntentMonitor} is. */
public final class IntentMonitorRegistry {
    private static IntentMonitor instance;

    private IntentMonitorRegistry() {}

    public static void registerInstance(IntentMonitor registered) {
        instance = registered;
    }

    public static IntentMonitor getInstance() {
        if (instance == null) {
            throw new IllegalStateException("no IntentMonitor is registered");
        }
        return instance;
    }
}

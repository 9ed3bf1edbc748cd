package androidx.test.runner.lifecycle;

/** Where the one {@link ActivityLifecycleMonitor} is. */
public final class ActivityLifecycleMonitorRegistry {
    private static ActivityLifecycleMonitor instance;

    private ActivityLifecycleMonitorRegistry() {}

    public static void registerInstance(ActivityLifecycleMonitor registered) {
        instance = registered;
    }

    public static ActivityLifecycleMonitor getInstance() {
        if (instance == null) {
            throw new IllegalStateException("no ActivityLifecycleMonitor is registered");
        }
        return instance;
    }
}

package androidx.test.runner.lifecycle;

/** Where the one {@link ApplicationLifecycleMonitor} is. */
public final class ApplicationLifecycleMonitorRegistry {
    private static ApplicationLifecycleMonitor instance;

    private ApplicationLifecycleMonitorRegistry() {}

    public static void registerInstance(ApplicationLifecycleMonitor registered) {
        instance = registered;
    }

    public static ApplicationLifecycleMonitor getInstance() {
        if (instance == null) {
            throw new IllegalStateException("no ApplicationLifecycleMonitor is registered");
        }
        return instance;
    }
}

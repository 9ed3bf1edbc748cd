package androidx.test.platform.app;

import android.app.Instrumentation;
import android.os.Bundle;

/** Where Robolectric leaves its instrumentation. */
public final class InstrumentationRegistry {
    private static Instrumentation instrumentation;
    private static Bundle arguments;

    private InstrumentationRegistry() {}

    public static void registerInstance(Instrumentation registered, Bundle with) {
        instrumentation = registered;
        arguments = new Bundle(with);
    }

    public static Instrumentation getInstrumentation() {
        if (instrumentation == null) {
            throw new IllegalStateException("no instrumentation is registered");
        }
        return instrumentation;
    }

    public static Bundle getArguments() {
        return new Bundle(arguments);
    }
}

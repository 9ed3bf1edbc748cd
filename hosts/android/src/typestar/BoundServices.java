package typestar;

import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import android.os.Build;
import android.os.Handler;
import android.os.IBinder;
import android.os.Looper;
import java.util.HashMap;
import java.util.Map;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowContextImpl;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * Services that can be bound. The framework's own dispatcher tells connections and forgets those that were unbound;
 * ours is the system, which connects at once. Where a driver offers no service, Robolectric's imitation answers.
 */
@Implements(className = ShadowContextImpl.CLASS_NAME)
public final class BoundServices extends ShadowContextImpl {
    private static final Map<ComponentName, IBinder> SERVICES = new HashMap<>();

    @RealObject private Context context;

    static void add(ComponentName component, IBinder service) {
        SERVICES.put(component, service);
    }

    static void forget() {
        SERVICES.clear();
    }

    @Implementation
    @Override
    protected boolean bindService(Intent intent, ServiceConnection connection, int flags) {
        if (SERVICES.isEmpty()) {
            return super.bindService(intent, connection, flags);
        }
        IBinder service = SERVICES.get(intent.getComponent());
        if (service != null) {
            connected(dispatcher(connection, flags), intent.getComponent(), service);
        }
        return service != null;
    }

    @Implementation
    @Override
    protected void unbindService(ServiceConnection connection) {
        if (SERVICES.isEmpty()) {
            super.unbindService(connection);
            return;
        }
        ReflectionHelpers.callInstanceMethod(loaded(), "forgetServiceDispatcher",
                ClassParameter.from(Context.class, outer()), ClassParameter.from(ServiceConnection.class, connection));
    }

    /** The application's package, as the framework has loaded it. */
    private Object loaded() {
        return ReflectionHelpers.getField(context, "mPackageInfo");
    }

    private Context outer() {
        return ReflectionHelpers.callInstanceMethod(context, "getOuterContext");
    }

    private Object dispatcher(ServiceConnection connection, int flags) {
        ClassParameter<?> binding = Build.VERSION.SDK_INT < 34
                ? ClassParameter.from(int.class, flags) : ClassParameter.from(long.class, (long) flags);
        return ReflectionHelpers.callInstanceMethod(loaded(), "getServiceDispatcher",
                ClassParameter.from(ServiceConnection.class, connection), ClassParameter.from(Context.class, outer()),
                ClassParameter.from(Handler.class, new Handler(Looper.getMainLooper())), binding);
    }

    private static void connected(Object dispatcher, ComponentName component, IBinder service) {
        ClassParameter<?> name = ClassParameter.from(ComponentName.class, component);
        ClassParameter<?> binder = ClassParameter.from(IBinder.class, service);
        if (Build.VERSION.SDK_INT < 26) {
            ReflectionHelpers.callInstanceMethod(dispatcher, "connected", name, binder);
        } else {
            ReflectionHelpers.callInstanceMethod(dispatcher, "connected", name, binder,
                    ClassParameter.from(boolean.class, false));
        }
    }
}

package typestar;

import android.os.FileObserver;
import java.util.LinkedHashMap;
import java.util.Map;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The kernel's side of FileObserver, which sees only what it is told. Events are delivered at once. */
@Implements(className = "android.os.FileObserver$ObserverThread", isInAndroidSdk = false)
public final class ScriptedInotify {
    private static final Map<Integer, Watch> WATCHES = new LinkedHashMap<>();
    private static int watches;

    @RealObject private Object thread;

    /** What is watched, and who is told. */
    private static final class Watch {
        final Object thread;
        final String path;
        final int mask;

        Watch(Object thread, String path, int mask) {
            this.thread = thread;
            this.path = path;
            this.mask = mask;
        }
    }

    @Implementation
    protected int init() {
        return 1;
    }

    @Implementation
    protected void observe(int descriptor) {}

    @Implementation(maxSdk = 28)
    protected int startWatching(int descriptor, String path, int mask) {
        WATCHES.put(++watches, new Watch(thread, path, mask));
        return watches;
    }

    @Implementation(minSdk = 29)
    protected void startWatching(int descriptor, String[] paths, int mask, int[] watched) {
        for (int place = 0; place < paths.length; place++) {
            watched[place] = startWatching(descriptor, paths[place], mask);
        }
    }

    @Implementation(maxSdk = 28)
    protected void stopWatching(int descriptor, int watch) {
        WATCHES.remove(watch);
    }

    @Implementation(minSdk = 29)
    protected void stopWatching(int descriptor, int[] watched) {
        for (int watch : watched) {
            WATCHES.remove(watch);
        }
    }

    /** The kernel has seen this; of a file that is gone it sees no more. */
    static void tell(String path, int event) {
        for (Integer number : WATCHES.keySet().toArray(new Integer[0])) {
            Watch watch = WATCHES.get(number);
            if (watch == null || !watch.path.equals(path)) {
                continue;
            }
            if ((watch.mask & event) != 0) {
                ReflectionHelpers.callInstanceMethod(watch.thread, "onEvent", ClassParameter.from(int.class, number),
                        ClassParameter.from(int.class, event), ClassParameter.from(String.class, null));
            }
            if (event == FileObserver.DELETE_SELF) {
                WATCHES.remove(number);
            }
        }
    }

    static void forget() {
        WATCHES.clear();
    }
}

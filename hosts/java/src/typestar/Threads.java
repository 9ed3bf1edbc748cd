package typestar;

import java.util.ArrayList;
import java.util.List;

/** The threads of this process. */
final class Threads {
    /** Threads that the virtual machine starts when it likes; they call nobody back. */
    private static final List<String> OF_THE_MACHINE =
            List.of("Common-Cleaner", "Cleaner-0", "Attach Listener", "DestroyJavaVM");

    private Threads() {}

    /** All that are alive and may call something of a component's. */
    static List<Thread> alive() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] found = new Thread[root.activeCount() + 16];
        int count = root.enumerate(found, true);
        while (count == found.length) { // there may be more
            found = new Thread[2 * count];
            count = root.enumerate(found, true);
        }
        List<Thread> alive = new ArrayList<>();
        for (int place = 0; place < count; place++) {
            Thread thread = found[place];
            if (!OF_THE_MACHINE.contains(thread.getName()) && !(thread instanceof Host.Own)) {
                alive.add(thread);
            }
        }
        return alive;
    }
}

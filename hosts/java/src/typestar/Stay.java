package typestar;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Collection;

/** How a call does not return. */
enum Stay {
    /** It waits, without a limit, and no other thread can end that. */
    WAITS,
    /** It waits without a limit, and there are other threads. */
    WAITS_FOR_OTHERS,
    /** It waits again and again, each time with a limit. */
    POLLS,
    /** It waits once, with a limit: it will return. */
    WAITS_FOR_A_TIME,
    /** It computes. */
    RUNS;

    /** Where the code of the class ends and waiting begins. */
    private static final String[] WAITING = {"java.lang.Object", "java.lang.Thread", "jdk.internal.", "sun.misc.",
        "java.util.concurrent.locks.", "java.util.concurrent.ForkJoinPool"};

    /** How a thread stays in a call, that had waited so often when it was seen waiting first. */
    static Stay of(Thread thread, long waits, boolean hasOthers) {
        switch (thread.getState()) {
            case WAITING:
            case BLOCKED:
                return hasOthers ? WAITS_FOR_OTHERS : WAITS;
            case TIMED_WAITING:
                return waits(thread) == waits ? WAITS_FOR_A_TIME : POLLS;
            default:
                return RUNS;
        }
    }

    /** How often a thread has waited so far. */
    static long waits(Thread thread) {
        ThreadInfo info = threads().getThreadInfo(thread.getId());
        return info == null ? 0 : info.getWaitedCount();
    }

    /** Whether a thread needs a lock that one of these keeps. */
    static boolean isKeptOut(Thread thread, Collection<Thread> others) {
        ThreadInfo info = threads().getThreadInfo(thread.getId());
        long owner = info == null ? -1 : info.getLockOwnerId();
        return others.stream().anyMatch(other -> other != thread && other.isAlive() && other.getId() == owner);
    }

    private static ThreadMXBean threads() {
        return ManagementFactory.getThreadMXBean();
    }

    /** The code that waits or computes, as text. */
    String at(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (!isWaiting(frame.getClassName())) {
                return (this == RUNS ? "computes in " : "waits in ") + frame.getClassName() + "."
                        + frame.getMethodName();
            }
        }
        return this == RUNS ? "computes" : "waits";
    }

    private static boolean isWaiting(String name) {
        for (String each : WAITING) {
            if (name.startsWith(each)) {
                return true;
            }
        }
        return false;
    }
}

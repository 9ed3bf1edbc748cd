package typestar;

import android.os.Build;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds out from stacks who made a callback or an exception: real code, or one of the classes that Robolectric has in the
 * place of real ones. The first frame counts that is somebody's decision.
 */
final class Origins {
    private static final String SHADOWS = "org.robolectric.shadows.";
    /** These hand on to the framework's own native code. */
    private static final String NATIVE_SHADOWS = SHADOWS + "ShadowNative";
    /** Real framework code has this before the name of its class and that of the method. */
    private static final String REAL = "$$robo$$";
    private static final String LAMBDA = "lambda$";
    private static final int MOST_CAUSES = 20;

    private final StackWalker walker = StackWalker.getInstance();
    private final ClassLoader loader = Origins.class.getClassLoader();
    private final Map<String, Role> roles = new ConcurrentHashMap<>();
    private final Map<String, Origin> known = new ConcurrentHashMap<>();
    private final Set<String> framework = roots(Build.class);
    private final Set<String> host = roots(Origins.class);
    private final Set<String> driver;

    /** Whose class a frame is of. */
    private enum Role {
        /** Nobody's who decides: the machinery, the virtual machine, what is made while it runs. */
        NOBODY(null),
        /** The host's, which drives everything: what is below is no reason any more. */
        HOST(null),
        FRAMEWORK(Origin.Kind.FRAMEWORK),
        LIBRARY(Origin.Kind.LIBRARY),
        IMITATION(Origin.Kind.IMITATION),
        SCRIPTED(Origin.Kind.SCRIPTED),
        DRIVER(Origin.Kind.DRIVER);

        final Origin.Kind kind;

        Role(Origin.Kind kind) {
            this.kind = kind;
        }
    }

    Origins(Class<?> driver) {
        this.driver = roots(driver);
    }

    /** Who made the callback that is being reported now. Drivers report what others call them for. */
    Origin ofCallback() {
        return walker.walk(frames -> callback(frames.iterator()));
    }

    private Origin callback(Iterator<StackWalker.StackFrame> frames) {
        Origin reporting = null;
        while (frames.hasNext()) {
            StackWalker.StackFrame frame = frames.next();
            Role role = role(frame.getClassName());
            if (role == Role.HOST) {
                break;
            }
            if (role == Role.DRIVER) {
                reporting = reporting == null ? origin(role, frame.getClassName(), frame.getMethodName()) : reporting;
            } else if (role != Role.NOBODY) {
                return origin(role, frame.getClassName(), frame.getMethodName());
            }
        }
        return reporting;
    }

    /** Who made an exception; null if nobody knows. Who wraps one hands on what another decided. */
    Origin of(Throwable thrown) {
        Origin innermost = null;
        int causes = 0;
        for (Throwable each = thrown; each != null && causes < MOST_CAUSES; each = each.getCause()) {
            Origin made = exception(each.getStackTrace());
            innermost = made == null ? innermost : made;
            causes++;
        }
        return innermost;
    }

    private Origin exception(StackTraceElement[] frames) {
        for (StackTraceElement frame : frames) {
            Role role = role(frame.getClassName());
            if (role == Role.HOST) {
                return null;
            }
            if (role != Role.NOBODY) {
                return origin(role, frame.getClassName(), frame.getMethodName());
            }
        }
        return null;
    }

    private Origin origin(Role role, String className, String method) {
        String key = className + '.' + method;
        Origin origin = known.get(key);
        if (origin == null) {
            origin = new Origin(role.kind, simple(className) + '.' + plain(className, method));
            known.put(key, origin);
        }
        return origin;
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /** The name of a method as it stands in its source, or that of the method around a lambda. */
    private static String plain(String className, String method) {
        String name = method.startsWith(REAL) ? method.substring(REAL.length() + className.length() + 1) : method;
        boolean isLambda = name.startsWith(LAMBDA) && name.lastIndexOf('$') > LAMBDA.length();
        return isLambda ? name.substring(LAMBDA.length(), name.lastIndexOf('$')) : name;
    }

    private Role role(String className) {
        Role role = roles.get(className);
        if (role == null) {
            role = found(className);
            roles.put(className, role);
        }
        return role;
    }

    private Role found(String className) {
        if (className.startsWith("org.robolectric.") || className.startsWith("org.junit.")) {
            boolean decides = className.startsWith(SHADOWS) && !className.startsWith(NATIVE_SHADOWS);
            return decides ? Role.IMITATION : Role.NOBODY;
        }
        String name = className.replace('.', '/') + ".class";
        URL place = loader.getResource(name);
        String root = place == null ? "jrt:" : root(place, name);
        if (driver.contains(root)) {
            return Role.DRIVER;
        }
        if (host.contains(root)) {
            return ofHost(className);
        }
        return root.startsWith("jrt:") ? Role.NOBODY : framework.contains(root) ? Role.FRAMEWORK : Role.LIBRARY;
    }

    /** A word stands above the driver, which calls it; what drives words is below everything. */
    private static Role ofHost(String className) {
        if (className.equals(ScriptedInotify.class.getName())) {
            return Role.SCRIPTED;
        }
        boolean isAbove = className.equals(Word.class.getName()) || className.equals(Origins.class.getName());
        return className.startsWith("typestar.") && !isAbove ? Role.HOST : Role.NOBODY;
    }

    /** Where the classes are that stand beside this one. The framework appears twice: to compile with, and to run. */
    private Set<String> roots(Class<?> kind) {
        String name = kind.getName().replace('.', '/') + ".class";
        Set<String> roots = new HashSet<>();
        try {
            Collections.list(loader.getResources(name)).forEach(place -> roots.add(root(place, name)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return roots;
    }

    private static String root(URL place, String name) {
        String text = place.toString();
        return text.substring(0, text.length() - name.length());
    }
}

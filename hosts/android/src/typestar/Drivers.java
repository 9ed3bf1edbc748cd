package typestar;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import typestar.android.Driver;

/** What makes a class a driver, and what to say of one that is none. */
final class Drivers {
    private static final Set<String> CALLERS = Set.of(Drivers.class.getName(), AndroidSubject.class.getName());

    private Drivers() {}

    /** Something of a driver that is called and may throw anything. */
    @FunctionalInterface
    interface Part {
        void call() throws Throwable;
    }

    /** The class of this name, which is not initialised. What is wrong with it is the message of the exception. */
    static Class<? extends Driver> find(String name) {
        Class<?> kind;
        try {
            kind = Class.forName(name, false, Drivers.class.getClassLoader());
        } catch (ClassNotFoundException missing) {
            throw new IllegalArgumentException("there is no class " + name
                    + ": write it with its package, and its file in `sources` of the case file");
        } catch (LinkageError broken) {
            throw new IllegalArgumentException("the class " + name + " cannot be loaded: " + Texts.reason(broken));
        }
        String mistake = mistake(kind);
        if (mistake != null) {
            throw new IllegalArgumentException(name + mistake);
        }
        return kind.asSubclass(Driver.class);
    }

    private static String mistake(Class<?> kind) {
        if (!Driver.class.isAssignableFrom(kind)) {
            return " is not a driver: it must extend typestar.android.Driver";
        }
        if (Modifier.isAbstract(kind.getModifiers())) {
            return " is abstract: name a class that extends it, or complete it";
        }
        if (!Modifier.isPublic(kind.getModifiers())) {
            return " is not public: declare it as `public class`";
        }
        if (!hasConstructor(kind)) {
            return " has no public constructor without parameters: give it one";
        }
        return inputs(kind).isEmpty() ? " has no inputs: add a public method for each input" : null;
    }

    private static boolean hasConstructor(Class<?> kind) {
        for (Constructor<?> constructor : kind.getConstructors()) {
            if (constructor.getParameterCount() == 0) {
                return true;
            }
        }
        return false;
    }

    /** The names of the public methods that are not part of every driver. */
    static List<String> inputs(Class<?> kind) {
        Set<String> names = new TreeSet<>();
        for (Class<?> each = kind; each != Driver.class; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                boolean isCallable = Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers());
                if (isCallable && !method.isSynthetic() && !isOfAll(method)) {
                    names.add(method.getName());
                }
            }
        }
        return new ArrayList<>(names);
    }

    /** Whether every driver has it. One with other parameters is an input: a class may have a reset of its own. */
    private static boolean isOfAll(Method method) {
        return Arrays.stream(Driver.class.getDeclaredMethods()).anyMatch(each -> each.getName().equals(method.getName())
                && Arrays.equals(each.getParameterTypes(), method.getParameterTypes()));
    }

    /** A new driver of this class. */
    static Driver make(Class<? extends Driver> kind) throws Throwable {
        Driver[] made = new Driver[1];
        call("its constructor", () -> made[0] = kind.getConstructor().newInstance());
        return made[0];
    }

    /** Calls a part of a driver that must not fail: if it does, it is said which and where. */
    static void call(String name, Part part) throws Failed {
        try {
            part.call();
        } catch (InvocationTargetException thrown) {
            throw failed(name, thrown.getCause());
        } catch (Throwable thrown) {
            throw failed(name, thrown);
        }
    }

    private static Failed failed(String name, Throwable thrown) {
        String reason = Texts.reason(thrown);
        System.err.println(reason);
        String place = "";
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (isOurs(frame)) {
                break; // whoever called the driver tells nothing about it
            }
            System.err.println("    at " + frame);
            place = ", at " + frame;
        }
        return new Failed("the driver failed in " + name + ": " + reason + place);
    }

    private static boolean isOurs(StackTraceElement frame) {
        return frame.getClassName().startsWith("jdk.internal.reflect.") || CALLERS.contains(frame.getClassName());
    }
}

package typestar;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An adapter for any class: {@code java -jar typestar-host.jar java.util.Stack}. */
public final class ClassHost {
    private static final String USE = "java -jar typestar-host.jar CLASS [--classpath PATH] [--methods NAME,NAME] "
            + "[--construct EXPRESSION] [--let NAME=EXPRESSION]... [--argument KEY=VALUE]... [--inherited] [--depth N] "
            + "[--no-snapshots]";
    private static final Pattern NEWER = Pattern.compile("class file version ([0-9]+)");
    /** Class files of Java 1 have the version 45. */
    private static final int BEFORE_JAVA_1 = 44;

    private ClassHost() {}

    public static void main(String[] arguments) {
        try {
            Host.serve(subject(arguments));
        } catch (IllegalArgumentException mistake) {
            Host.refuse(mistake.getMessage());
        }
    }

    private static ClassSubject subject(String[] arguments) {
        ClassSubject.Options options = new ClassSubject.Options();
        Iterator<String> left = List.of(arguments).iterator();
        while (left.hasNext()) {
            take(left.next(), left, options);
        }
        if (options.name == null) {
            throw new IllegalArgumentException("no class: " + USE);
        }
        options.loader = loader(options.classpath);
        return new ClassSubject(found(options.name, options.loader), options);
    }

    private static void take(String argument, Iterator<String> left, ClassSubject.Options options) {
        switch (argument) {
            case "--classpath":
                options.classpath = valueOf(argument, left);
                break;
            case "--methods":
                options.methods = names(valueOf(argument, left));
                break;
            case "--construct":
                options.construct = valueOf(argument, left);
                break;
            case "--let":
                let(options, valueOf(argument, left));
                break;
            case "--argument":
                options.given.add(valueOf(argument, left));
                break;
            case "--depth":
                options.depth = depth(valueOf(argument, left));
                break;
            case "--inherited":
                options.withInherited = true;
                break;
            case "--no-snapshots":
                options.withSnapshots = false;
                break;
            default:
                takeName(argument, options);
        }
    }

    private static void takeName(String argument, ClassSubject.Options options) {
        if (options.name != null || argument.startsWith("-")) {
            throw new IllegalArgumentException("unknown argument `" + argument + "`: " + USE);
        }
        options.name = argument;
    }

    private static String valueOf(String argument, Iterator<String> left) {
        if (!left.hasNext()) {
            throw new IllegalArgumentException("nothing behind `" + argument + "`: " + USE);
        }
        return left.next();
    }

    private static void let(ClassSubject.Options options, String text) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException("--let " + text + " is not NAME=EXPRESSION");
        }
        options.lets.put(text.substring(0, equals).trim(), text.substring(equals + 1));
    }

    private static int depth(String text) {
        if (!text.matches("[0-9]{1,2}")) {
            throw new IllegalArgumentException("--depth " + text + " is not a depth: give a small number, such as 2");
        }
        return Integer.parseInt(text);
    }

    /** Names that are separated by commas, but not inside parentheses. */
    private static List<String> names(String text) {
        List<String> names = new ArrayList<>();
        for (String name : text.split(",(?![^(]*\\))")) {
            names.add(name.trim());
        }
        return names;
    }

    /** A loader of the user's classes, which checks their assertions. */
    private static ClassLoader loader(String classpath) {
        List<URL> places = new ArrayList<>();
        for (String place : classpath == null ? new String[0] : classpath.split(File.pathSeparator, -1)) {
            if (place.isEmpty()) {
                throw new IllegalArgumentException(
                        "--classpath " + classpath + " has an empty part: remove the `" + File.pathSeparator + "` there");
            } else if (!new File(place).exists()) {
                throw new IllegalArgumentException("--classpath: there is no `" + place + "`");
            }
            try {
                places.add(new File(place).toURI().toURL());
            } catch (MalformedURLException mistake) {
                throw new IllegalArgumentException("--classpath: `" + place + "` is not a path");
            }
        }
        ClassLoader loader = new URLClassLoader(places.toArray(new URL[0]), ClassHost.class.getClassLoader());
        loader.setDefaultAssertionStatus(true);
        Thread.currentThread().setContextClassLoader(loader);
        return loader;
    }

    private static Class<?> found(String name, ClassLoader loader) {
        try {
            Class<?> found = Expression.find(name, loader);
            if (found == null) {
                throw new IllegalArgumentException("there is no class " + name
                        + ": write it with its package, and say where it is with --classpath");
            }
            return found;
        } catch (UnsupportedClassVersionError newer) {
            throw new IllegalArgumentException(tooNew(name, newer));
        } catch (LinkageError broken) {
            String cause = broken.getCause() == null ? "" : ", because of " + Texts.reason(broken.getCause());
            throw new IllegalArgumentException(
                    "the class " + name + " cannot be loaded: " + Texts.reason(broken) + cause);
        }
    }

    private static String tooNew(String name, UnsupportedClassVersionError newer) {
        Matcher version = NEWER.matcher(String.valueOf(newer.getMessage()));
        String needed = version.find() ? "Java " + (Integer.parseInt(version.group(1)) - BEFORE_JAVA_1) : "a newer Java";
        return "the class " + name + " is compiled for " + needed + ", and this is Java "
                + Runtime.version().feature() + ": use a newer java, by PATH or JAVA_HOME";
    }
}

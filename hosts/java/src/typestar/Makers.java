package typestar;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ways to make an object of a class: its public constructors and static factories, by names such as `new(int)`.
 * Each can be the first call of a word, and only that. Words without one have the usual object.
 */
final class Makers {
    final Map<String, Executable> byName = new LinkedHashMap<>();
    /** The expression for the usual object; null if nobody knows one. */
    final String usual;
    /** Whether the usual object is made of the class alone, with plain arguments. */
    final boolean isPlain;
    /** The maker of the usual object, or what the user makes it with. */
    private final String usualMaker;
    private final Class<?> kind;

    /** The usual object is made by the constructor that needs least, with plain arguments, or else by whatever does. */
    Makers(Class<?> kind, Pools pools, Given given) {
        this.kind = kind;
        Constructor<?> simplest = kind.isInterface() ? null : Fresh.simplest(kind);
        isPlain = simplest != null && pools.makes(Fresh.text(kind), kind);
        List<Executable> all = offered(kind, pools, given);
        String made = null;
        Executable maker = simplest;
        for (int place = 0; !isPlain && made == null && place < all.size(); place++) {
            made = pools.firstMade(kind, all.get(place));
            maker = all.get(place);
        }
        // Where nothing can be made, the first word tells why.
        usual = made == null && simplest != null ? Fresh.text(kind) : made;
        usualMaker = maker == null ? null : name(maker);
        for (Executable each : all) {
            if (each.getParameterCount() > 0 || !each.equals(maker)) {
                byName.put(name(each), each);
            }
        }
    }

    /** The user says how objects are made, so there is one way. */
    Makers(Class<?> kind, String expression) {
        this.kind = kind;
        usual = expression;
        isPlain = false;
        usualMaker = expression;
    }

    /** Those whose parameters can be given, and that make a new object each time, or one that nothing changes. */
    private static List<Executable> offered(Class<?> kind, Pools pools, Given given) {
        List<Executable> offered = new ArrayList<>();
        for (Executable maker : kind.isInterface() ? List.<Executable>of() : Values.makers(kind)) {
            Type[] types = Generics.parameters(maker);
            boolean isPossible = true;
            for (int place = 0; place < types.length; place++) {
                isPossible &= pools.canGive(types[place]) || given.isFor(maker, place);
            }
            boolean isOwn = maker instanceof Constructor || ((Method) maker).getReturnType() == kind;
            if (isPossible && isOwn && !opensFiles(maker) && (isUnchanging(kind) || !pools.makesSame(maker))) {
                offered.add(maker);
            }
        }
        return offered;
    }

    /** Whether no call changes an object: words begin afresh with the same one, too. */
    private static boolean isUnchanging(Class<?> kind) {
        for (Class<?> each = kind; each != null; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                boolean isFixed = Modifier.isFinal(field.getModifiers())
                        && (Kinds.isPlain(field.getType()) || field.getType().isEnum() || field.getType() == Object.class);
                if (!Modifier.isStatic(field.getModifiers()) && !isFixed) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether a maker of the JDK takes the name of a file: nobody wants files that are called `a`. */
    private static boolean opensFiles(Executable maker) {
        boolean isOfJdk = maker.getDeclaringClass().getName().startsWith("java");
        boolean mayFail = Arrays.stream(maker.getExceptionTypes()).anyMatch(IOException.class::isAssignableFrom);
        List<Class<?>> names = List.of(String.class, File.class, Path.class);
        return isOfJdk && mayFail && Arrays.stream(maker.getParameterTypes()).anyMatch(names::contains);
    }

    private static String name(Executable maker) {
        return Methods.signature(maker, false);
    }

    boolean isMaker(String input) {
        return byName.containsKey(input);
    }

    /** What an object was made with, as its fields tell it; the input is null for the usual object. */
    String told(String input) {
        return input == null ? usualMaker : input;
    }

    /** Makes an object; one that says it made nothing has failed. */
    Object make(String input, Object[] arguments) throws Throwable {
        Executable maker = byName.get(input);
        try {
            Object made = maker instanceof Constructor
                    ? ((Constructor<?>) maker).newInstance(arguments)
                    : ((Method) maker).invoke(null, arguments);
            if (!kind.isInstance(made)) {
                throw new NullPointerException(input + " made nothing");
            }
            return made;
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}

package typestar;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** What parameters can be given: a text for each public constructor of their types, members of enums, constants. */
final class Makings {
    /** A number for constructors: often a size, which short words shall not fill. */
    private static final String ENOUGH = "100";
    /** A type has at most so many texts. */
    private static final int MOST = 6;

    private Makings() {}

    /** The public numbers of a class: methods with a number often mean one of them. */
    static List<Integer> constants(Class<?> kind) {
        List<Integer> constants = new ArrayList<>();
        for (Field field : kind.getFields()) {
            boolean isConstant = Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers());
            try {
                if (isConstant && field.getType() == int.class && constants.size() < MOST) {
                    constants.add(field.getInt(null));
                }
            } catch (IllegalAccessException closed) {
                continue; // a constant of a class that is not public
            }
        }
        return constants;
    }

    /** The texts of a type; none if nothing can make an object of it. */
    static List<String> of(Class<?> type) {
        List<String> texts = new ArrayList<>();
        if (type.getName().startsWith("java.lang.")) {
            texts.add("@new " + type.getTypeName());
        } else if (type.isEnum()) {
            for (Object member : type.getEnumConstants()) {
                texts.add(((Enum<?>) member).name());
            }
        } else if (Fresh.canBeMade(type)) {
            texts.add("@new " + type.getTypeName());
            if (!Modifier.isAbstract(type.getModifiers())) {
                addConstructors(type, texts);
            }
        }
        return texts.subList(0, Math.min(MOST, texts.size()));
    }

    private static void addConstructors(Class<?> type, List<String> texts) {
        Constructor<?>[] constructors = type.getConstructors();
        Arrays.sort(constructors, Comparator.comparing((Constructor<?> one) -> one.getParameterCount())
                .thenComparing(Constructor::toString));
        Constructor<?> usual = Fresh.simplest(type);
        for (Constructor<?> constructor : constructors) {
            String call = constructor.equals(usual) ? null : call(constructor);
            if (call != null) {
                texts.add("@" + call);
            }
        }
    }

    /** The call of a constructor as an expression; null if an argument cannot be written. */
    private static String call(Constructor<?> constructor) {
        List<String> arguments = new ArrayList<>();
        for (Class<?> type : constructor.getParameterTypes()) {
            String argument = argument(type);
            if (argument == null) {
                return null;
            }
            arguments.add(argument);
        }
        return "new " + constructor.getDeclaringClass().getTypeName() + "(" + String.join(", ", arguments) + ")";
    }

    private static String argument(Class<?> type) {
        if (type == boolean.class) {
            return "true";
        } else if (type.isPrimitive()) {
            return type == char.class ? null : ENOUGH;
        } else if (type == String.class || type == CharSequence.class) {
            return "\"a\"";
        } else if (type.isArray() && !type.getComponentType().isArray()) {
            return "new " + type.getComponentType().getTypeName() + "[1]";
        }
        Constructor<?> usual = Fresh.simplest(type);
        return usual == null || usual.getParameterCount() > 0 ? null : "new " + type.getTypeName() + "()";
    }
}

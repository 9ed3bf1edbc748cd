package check;

import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Calls and their arguments as people read them. */
final class Shown {
    private static final int LONGEST = 24;

    private Shown() {}

    static String call(String name, Object[] arguments) {
        List<String> texts = new ArrayList<>();
        for (Object argument : arguments) {
            texts.add(value(argument, 2));
        }
        boolean isPlain = arguments.length == 0 && name.indexOf('(') < 0;
        return isPlain ? name : name + "(" + String.join(", ", texts) + ")";
    }

    private static String value(Object value, int depth) {
        if (value == null || value instanceof Number || value instanceof Boolean || value instanceof Enum) {
            boolean isPlain = value == null || value.getClass().getName().startsWith("java.lang.") || value instanceof Enum;
            return isPlain ? String.valueOf(value) : value.getClass().getSimpleName();
        } else if (value instanceof Character) {
            return "'" + Json.quoted(value.toString()).replace("\"", "") + "'";
        } else if (value instanceof String) {
            String text = (String) value;
            boolean isShort = text.length() <= LONGEST;
            return isShort ? Json.quoted(text) : Json.quoted(text.substring(0, 8) + "...") + "*" + text.length();
        } else if (value.getClass().isArray()) {
            return value.getClass().getComponentType().getSimpleName() + "[" + Array.getLength(value) + "]";
        }
        boolean isOfJava = value.getClass().getClassLoader() == null;
        if (value instanceof Collection && isOfJava) {
            return elements((Collection<?>) value, depth);
        }
        if (Proxy.isProxyClass(value.getClass())) {
            return value.getClass().getInterfaces()[0].getSimpleName() + "{}";
        }
        String name = value.getClass().getSimpleName();
        return isOfJava ? name : name + fields(value, depth);
    }

    private static String elements(Collection<?> all, int depth) {
        List<String> texts = new ArrayList<>();
        for (Object element : all.size() > 6 || depth == 0 ? List.of() : all) {
            texts.add(value(element, depth - 1));
        }
        return texts.size() == all.size() ? texts.toString() : all.getClass().getSimpleName() + "*" + all.size();
    }

    private static String fields(Object object, int depth) {
        List<String> texts = new ArrayList<>();
        for (Field field : object.getClass().getDeclaredFields()) {
            boolean isOwn = !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic();
            if (isOwn && depth > 0 && texts.size() < 4 && field.trySetAccessible()) {
                texts.add(field.getName() + "=" + value(valueOf(field, object), depth - 1));
            }
        }
        return texts.toString();
    }

    private static Object valueOf(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException closed) {
            return "?";
        }
    }

    /** A constructor or factory with the types that it takes: `new(int)`. */
    static String maker(Executable maker) {
        List<String> types = new ArrayList<>();
        for (Class<?> type : maker.getParameterTypes()) {
            types.add(type.getSimpleName());
        }
        String name = maker instanceof java.lang.reflect.Constructor ? "new" : maker.getName();
        return name + "(" + String.join(",", types) + ")";
    }
}

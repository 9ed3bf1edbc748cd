package typestar;

import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** From values to what methods and constructors take. */
final class Arguments {
    private static final int NO_FIT = -1;
    private static final int BOXED = 10;
    private static final Map<Class<?>, Class<?>> BOXES = Map.of(
            int.class, Integer.class, long.class, Long.class, short.class, Short.class, byte.class, Byte.class,
            char.class, Character.class, boolean.class, Boolean.class, float.class, Float.class,
            double.class, Double.class, void.class, Void.class);
    /** The types of numbers that a whole number fits best, first. */
    private static final List<Class<?>> NUMBERS = List.of(
            Integer.class, Long.class, Double.class, Float.class, Short.class, Byte.class, Character.class);

    private Arguments() {}

    /** The public method of this name that these values fit best. */
    static Method method(Class<?> kind, String name, Object[] values) {
        Method best = best(Arrays.stream(kind.getMethods()).filter(method -> method.getName().equals(name)
                && !method.isBridge()).toArray(Method[]::new), values);
        if (best == null) {
            throw new IllegalArgumentException(
                    kind.getName() + " has no public method " + name + " for " + Json.write(values));
        }
        return callable(best, kind);
    }

    /** The one that these values fit best; null if they fit none. */
    static <E extends Executable> E best(E[] candidates, Object[] values) {
        E best = null;
        int lowest = Integer.MAX_VALUE;
        for (E candidate : candidates) {
            int cost = cost(candidate, values);
            if (cost != NO_FIT && cost < lowest) {
                best = candidate;
                lowest = cost;
            }
        }
        return best;
    }

    /** The same method where it may be called: its class may be hidden, but what that extends may not. */
    static Method callable(Method method, Class<?> kind) {
        if (isShown(method.getDeclaringClass()) || method.trySetAccessible()) {
            return method;
        }
        Method shown = shown(method, kind);
        return shown == null ? method : shown;
    }

    /** The method as a class or interface above this one declares it that everybody may see; null if there is none. */
    private static Method shown(Method method, Class<?> kind) {
        if (kind == null) {
            return null;
        }
        if (isShown(kind)) {
            try {
                return kind.getMethod(method.getName(), method.getParameterTypes());
            } catch (NoSuchMethodException elsewhere) {
                // Perhaps the next one has it.
            }
        }
        for (Class<?> each : kind.getInterfaces()) {
            Method found = shown(method, each);
            if (found != null) {
                return found;
            }
        }
        return shown(method, kind.getSuperclass());
    }

    private static boolean isShown(Class<?> kind) {
        return Modifier.isPublic(kind.getModifiers()) && kind.getModule().isExported(kind.getPackageName());
    }

    /** What this is to be called with. */
    static Object[] converted(Executable executable, Object[] values) {
        Class<?>[] types = executable.getParameterTypes();
        if (!executable.isVarArgs() || isFixed(types, values)) {
            return converted(types, values);
        }
        int fixed = types.length - 1;
        Class<?> element = types[fixed].getComponentType();
        Object rest = Array.newInstance(element, values.length - fixed);
        for (int place = fixed; place < values.length; place++) {
            Array.set(rest, place - fixed, converted(element, values[place]));
        }
        Object[] first = converted(Arrays.copyOf(types, fixed), Arrays.copyOf(values, fixed));
        Object[] all = Arrays.copyOf(first, types.length);
        all[fixed] = rest;
        return all;
    }

    static Object[] converted(Class<?>[] types, Object[] values) {
        if (types.length != values.length) {
            throw new IllegalArgumentException("it takes " + types.length + " values, not " + values.length);
        }
        Object[] converted = new Object[types.length];
        for (int place = 0; place < types.length; place++) {
            converted[place] = converted(types[place], values[place]);
        }
        return converted;
    }

    /** A value as this type has it: numbers as other numbers if they are in range, texts as characters and enums. */
    static Object converted(Class<?> type, Object value) {
        if (cost(type, value) == NO_FIT) {
            throw new IllegalArgumentException(Texts.shown(value) + " is not of type " + type.getTypeName());
        }
        Class<?> boxed = boxed(type);
        if (value == null || boxed.isInstance(value)) {
            return value;
        }
        if (value instanceof Number) {
            return number(boxed, (Number) value);
        }
        if (boxed == Character.class) {
            return ((String) value).charAt(0);
        }
        return constant(boxed, (String) value);
    }

    private static Object number(Class<?> type, Number value) {
        if (type == Byte.class) {
            return value.byteValue();
        } else if (type == Short.class) {
            return value.shortValue();
        } else if (type == Integer.class) {
            return value.intValue();
        } else if (type == Long.class) {
            return value.longValue();
        } else if (type == Float.class) {
            return value.floatValue();
        } else if (type == Double.class) {
            return value.doubleValue();
        }
        return (char) value.intValue();
    }

    private static Object constant(Class<?> type, String name) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        return null;
    }

    static Class<?> boxed(Class<?> type) {
        return BOXES.getOrDefault(type, type);
    }

    private static boolean isFixed(Class<?>[] types, Object[] values) {
        return types.length == values.length && cost(types[types.length - 1], values[types.length - 1]) != NO_FIT;
    }

    private static int cost(Executable executable, Object[] values) {
        Class<?>[] types = executable.getParameterTypes();
        if (executable.isVarArgs() && !isFixed(types, values)) {
            return values.length < types.length - 1 ? NO_FIT : variableCost(types, values);
        }
        if (types.length != values.length) {
            return NO_FIT;
        }
        int sum = 0;
        for (int place = 0; place < types.length; place++) {
            int cost = cost(types[place], values[place]);
            if (cost == NO_FIT) {
                return NO_FIT;
            }
            sum += cost;
        }
        return sum;
    }

    private static int variableCost(Class<?>[] types, Object[] values) {
        int sum = 100 * BOXED; // only if nothing else fits
        for (int place = 0; place < values.length; place++) {
            boolean isFixed = place < types.length - 1;
            int cost = cost(isFixed ? types[place] : types[types.length - 1].getComponentType(), values[place]);
            if (cost == NO_FIT) {
                return NO_FIT;
            }
            sum += cost;
        }
        return sum;
    }

    /** How far a value is from a type. */
    private static int cost(Class<?> type, Object value) {
        if (value == null) {
            return type.isPrimitive() ? NO_FIT : 0;
        }
        Class<?> boxed = boxed(type);
        int box = type.isPrimitive() ? 0 : BOXED;
        if (boxed.isInstance(value)) {
            return boxed == value.getClass() ? box / 2 : box;
        }
        if (value instanceof Number && NUMBERS.contains(boxed)) {
            return isInRange(boxed, (Number) value) ? box + NUMBERS.indexOf(boxed) + 1 : NO_FIT;
        }
        if (value instanceof String && boxed == Character.class) {
            return ((String) value).length() == 1 ? box + 1 : NO_FIT;
        }
        return value instanceof String && boxed.isEnum() && constant(boxed, (String) value) != null ? box + 1 : NO_FIT;
    }

    private static boolean isInRange(Class<?> type, Number value) {
        if (type == Double.class || type == Float.class) {
            return true;
        }
        if (type == Character.class) {
            return Texts.isWhole(value) && value.longValue() >= 0 && value.longValue() <= Character.MAX_VALUE;
        }
        return Texts.isWhole(value) && ((Number) number(type, value)).longValue() == value.longValue();
    }
}

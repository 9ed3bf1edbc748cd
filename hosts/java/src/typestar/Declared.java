package typestar;

import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Map;

/** What the type of a field or a parameter says of the values that it may hold. */
final class Declared {
    final Class<?> type;
    final boolean isPrimitive;
    /** Whether it may hold objects for which it matters which one they are. */
    final boolean isReference;
    /** Whether objects of several classes may be there. */
    final boolean hasClasses;
    /** The class of the keys of a map or of the elements of a collection of the JDK; null if this is none. */
    final Class<?> element;

    Declared(Type generic, boolean hasClasses) {
        type = Generics.raw(generic);
        isPrimitive = type.isPrimitive();
        boolean holdsOthers = Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
        isReference = !type.isArray() && !type.isEnum() && !holdsOthers && isLookedAt(type);
        this.hasClasses = hasClasses;
        element = holdsOthers ? Generics.raw(Generics.argument(generic, 0)) : null;
    }

    /** Numbers, texts and all else that only has a value are compared by that. */
    private static boolean isLookedAt(Class<?> type) {
        return !type.isPrimitive() && !type.getName().startsWith("java.lang.")
                && (!type.getName().startsWith("java.") || Sentinels.isOnlyItself(type));
    }

    /** Whether values of both types may be one object. */
    boolean meets(Declared other) {
        return type.isAssignableFrom(other.type) || other.type.isAssignableFrom(type);
    }

    /** Whether a parameter of this type may be given what a collection or map holds that is of the other type. */
    boolean isElementOf(Declared other) {
        Class<?> own = Arguments.boxed(type);
        boolean isAnything = own == Object.class || other.element == Object.class && !isPrimitive;
        return isAnything || own == other.element;
    }
}

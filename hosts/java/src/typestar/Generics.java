package typestar;

import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;

/** What is known of generic types. */
final class Generics {
    private Generics() {}

    /** The class of a type: of a variable that which it extends. */
    static Class<?> raw(Type type) {
        if (type instanceof Class) {
            return (Class<?>) type;
        } else if (type instanceof ParameterizedType) {
            return (Class<?>) ((ParameterizedType) type).getRawType();
        } else if (type instanceof GenericArrayType) {
            return Array.newInstance(raw(((GenericArrayType) type).getGenericComponentType()), 0).getClass();
        } else if (type instanceof TypeVariable) {
            return raw(((TypeVariable<?>) type).getBounds()[0]);
        } else if (type instanceof WildcardType) {
            Type[] lower = ((WildcardType) type).getLowerBounds();
            return raw(lower.length > 0 ? lower[0] : ((WildcardType) type).getUpperBounds()[0]);
        }
        return Object.class;
    }

    /** What is to be passed. A constructor of an inner class does not tell the types of all that it takes. */
    static Type[] parameters(Executable executable) {
        Type[] types = executable.getGenericParameterTypes();
        return types.length == executable.getParameterCount() ? types : executable.getParameterTypes();
    }

    /** The argument of a generic type at a place; anything if it has none. */
    static Type argument(Type type, int place) {
        Type[] arguments = type instanceof ParameterizedType
                ? ((ParameterizedType) type).getActualTypeArguments() : new Type[0];
        return place < arguments.length ? arguments[place] : Object.class;
    }

    /** A type that a method of a generic type speaks of, with its arguments in it. */
    static Type resolved(Type type, Type of) {
        TypeVariable<?>[] variables = raw(of).getTypeParameters();
        for (int place = 0; place < variables.length; place++) {
            if (variables[place].equals(type)) {
                return argument(of, place);
            }
        }
        return type;
    }
}

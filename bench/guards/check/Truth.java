package check;

import java.lang.reflect.Field;

/** What a class does, as a plain model of its state that shares nothing with it. One truth follows one object. */
public abstract class Truth {
    Object receiver;

    /**
     * What making the object answers, `ok` or the class of an exception. The maker is `new` or the name of a static
     * factory; a class that is made with these arguments starts in the state that this remembers.
     */
    public String made(String maker, Object[] arguments) {
        return "ok";
    }

    /**
     * What a call answers: `true` or `false`, the member of an enum, `null` or `not null` where objects are returned, else
     * `ok`; the class of an exception, or `hang`. An overloaded method has its types in its name: `write(int)`.
     */
    public abstract String call(String method, Object[] arguments);

    /** Values that random arguments would hardly meet. */
    public Object[] values() {
        return new Object[0];
    }

    /** The object that this follows: only which one it is may be looked at. */
    protected final Object receiver() {
        return receiver;
    }

    /** A field of an argument that no method shows. */
    protected static Object field(Object argument, String name) {
        try {
            Field field = argument.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(argument);
        } catch (ReflectiveOperationException none) {
            throw new IllegalStateException(none);
        }
    }
}

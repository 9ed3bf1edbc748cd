package typestar;

/** Reports the callbacks of one component. May be used from any thread. */
@FunctionalInterface
public interface Emit {
    /** Reports a callback with its values and arguments: {@code emit.callback(output("onError").with("code", 5))}. */
    void callback(Output callback);

    /** Reports a callback that has neither. */
    default void callback(String name) {
        callback(Output.of(name));
    }
}

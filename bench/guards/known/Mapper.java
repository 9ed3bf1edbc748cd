package known;

import java.util.function.Function;

/** Functional interfaces: what the function answers must not be null. */
public final class Mapper {
    private String text = "a";

    public void map(Function<String, String> function) {
        String next = function.apply(text);
        if (next == null) {
            throw new IllegalStateException("it answered null");
        }
        text = "b";
    }
}

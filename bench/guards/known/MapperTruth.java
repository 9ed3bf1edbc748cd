package known;

import check.Truth;
import java.util.function.Function;

/** What {@link Mapper} answers. */
final class MapperTruth extends Truth {
    private String text = "a";

    @SuppressWarnings("unchecked")
    @Override
    public String call(String method, Object[] arguments) {
        if (arguments[0] == null) {
            return "NullPointerException";
        }
        Object answer = ((Function<Object, Object>) arguments[0]).apply(text);
        text = "b";
        return answer instanceof String ? "ok" : answer == null ? "IllegalStateException" : "ClassCastException";
    }
}

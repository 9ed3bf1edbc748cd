import static typestar.Adapter.output;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import typestar.Adapter;
import typestar.Emit;

/** The third toy of the transcripts (see ../README.md): its callins take values, and its outputs have some. */
public final class Store {
    private final Emit emit;
    private final List<Object> values = new ArrayList<>();

    /** The call is not allowed now. */
    static final class IllegalState extends RuntimeException {
        IllegalState(String message) {
            super(message);
        }
    }

    private Store(Emit emit) {
        this.emit = emit;
    }

    public int put(Object... more) {
        Collections.addAll(values, more);
        return values.size();
    }

    public Object get() {
        return values.isEmpty() ? output("empty") : output("got", values.remove(0));
    }

    public void find(Object value) {
        if (!values.contains(value)) {
            throw new IllegalState("not found");
        }
    }

    public void tell(Object... told) {
        emit.callback(output("onTold", told));
    }

    public void warn(int code) {
        emit.callback(output("onWarning", code).with("code", code));
    }

    private Map<String, Object> snapshot() {
        Map<String, Object> known = new LinkedHashMap<>();
        known.put("size", values.size());
        known.put("last", values.isEmpty() ? null : values.get(values.size() - 1));
        return known;
    }

    public static void main(String[] arguments) {
        Adapter.of("store", (emit, clock) -> new Store(emit))
                .version("1")
                .inputs("put", "get", "find", "tell", "warn")
                .outputs("onTold", "onWarning")
                .snapshot(Store::snapshot)
                .serve();
    }
}

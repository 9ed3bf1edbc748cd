package typestar;

import java.util.LinkedHashMap;
import java.util.Map;

/** An output that a callin chose itself, or a callback: a name, perhaps values, perhaps arguments by name. */
public final class Output {
    final String name;
    final Object[] values;
    final Map<String, Object> arguments = new LinkedHashMap<>();
    /** Why a callin chose it; null if it does not say. */
    String reason;
    /** Who made it; null if nobody tells. */
    Origin origin;

    private Output(String name, Object[] values) {
        this.name = name;
        this.values = values;
    }

    /** An output of this name. Its values are part of it: numbers, texts, booleans and null. */
    public static Output of(String name, Object... values) {
        return new Output(name, values == null ? new Object[] {null} : values);
    }

    /** What a callin returns whose reply did not come within this many milliseconds: the output `no-reply`. */
    public static Output noReply(double milliseconds) {
        Output output = of("no-reply");
        output.reason = "no reply within " + Json.write(milliseconds).replaceAll("\\.0$", "") + " ms";
        return output;
    }

    /** Adds an argument of a callback. It is evidence, and no part of the output unless the case file splits by it. */
    public Output with(String argument, Object value) {
        arguments.put(argument, value);
        return this;
    }

    Output from(Origin origin) {
        this.origin = origin;
        return this;
    }

    Symbol symbol() {
        return Symbol.of(name, values);
    }
}

package typestar;

import java.util.Map;

/** An input that was given, its output, and what else is known of it. */
final class Step {
    final Symbol input;
    Symbol output;
    String reason;
    String silence;
    /** Who made the callback or the exception; null if nobody tells. */
    Origin origin;
    /** What the call returned, if it did. */
    Object returned;
    boolean hasReturned;
    /** How what it returned is told, if it is. */
    String told;
    /** What was known before and after it; null if nobody tells. */
    Map<String, Object> before;
    Map<String, Object> after;

    /** The limit of the virtual machine that ended the call: `memory`, `stack` or `time`; null if none did. */
    String limit;

    private long nanoseconds;

    Step(Symbol input) {
        this.input = input;
    }

    /** A callback that came during the call is part of its output. An error is all of it, whatever came beside it. */
    void join(Sink.Delivery callback) {
        if (output == Symbol.ERROR) {
            return;
        }
        if (callback.output == Symbol.ERROR) {
            output = Symbol.ERROR;
            reason = callback.reason;
            origin = callback.origin;
            return;
        }
        output = output.joined(callback.output);
        origin = origin == null || isImitation(callback.origin) ? callback.origin : origin;
    }

    /** What an imitation has a part in is one. */
    private static boolean isImitation(Origin origin) {
        return origin != null && origin.kind == Origin.Kind.IMITATION;
    }

    void took(long nanoseconds) {
        this.nanoseconds = nanoseconds;
    }

    /** Writes it as it is sent. */
    void write(StringBuilder out) {
        input.write(out.append("{\"input\":"));
        output.write(out.append(",\"output\":"));
        writeMilliseconds(out.append(",\"ms\":"));
        writeIfKnown(out, ",\"reason\":", reason);
        writeIfKnown(out, ",\"returned\":", told);
        writeIfKnown(out, ",\"before\":", before);
        writeIfKnown(out, ",\"values\":", after);
        writeIfKnown(out, ",\"silence\":", silence);
        writeIfKnown(out, ",\"limit\":", limit);
        if (origin != null) {
            origin.write(out.append(",\"origin\":"));
        }
        out.append('}');
    }

    private static void writeIfKnown(StringBuilder out, String field, Object value) {
        if (value != null) {
            Json.write(out.append(field), value);
        }
    }

    private void writeMilliseconds(StringBuilder out) {
        long microseconds = Math.max(nanoseconds, 0) / 1000;
        long rest = microseconds % 1000;
        out.append(microseconds / 1000).append(rest < 10 ? ".00" : rest < 100 ? ".0" : ".").append(rest);
    }
}

package typestar;

import java.util.List;
import java.util.Map;

/** From what a call returned or threw to its output, as the settings say. */
final class Outcomes {
    private final Settings settings;

    Outcomes(Settings settings) {
        this.settings = settings;
    }

    /** The output of a call that returned. */
    Symbol returned(String input, Object value) throws Failed {
        if (value instanceof Output) {
            return checked((Output) value);
        }
        Object rule = settings.returns.get(input);
        if (rule == null) {
            return Symbol.OK;
        }
        if (rule instanceof List) {
            return Symbol.of(byPattern((List<?>) rule, Texts.plain(value)));
        }
        if (rule.equals("data") && isData(value)) {
            return Symbol.isValue(value) ? Symbol.of(input, value) : Symbol.of(Texts.typeName(value));
        }
        return Symbol.of(rule.equals("type") ? Texts.typeName(value) : Texts.shown(value));
    }

    /** Why a call that returned has its output; null if there is nothing to say. */
    String reason(String input, Object value) {
        if (value instanceof Output) {
            return ((Output) value).reason;
        }
        // A number that cannot be a value shows its type only, as everything does that is no data.
        boolean isAsked = "data".equals(settings.returns.get(input)) && isData(value);
        String fault = isAsked ? Symbol.fault(value) : null;
        return fault == null ? null : "'" + input + "' " + fault;
    }

    private static boolean isData(Object value) {
        return value instanceof Number || Texts.isText(value);
    }

    /** The output of a call that threw: `error`, unless a rule says that the word goes on. */
    Symbol thrown(String input, Throwable thrown) {
        String reason = settings.recoverable.isEmpty() ? null : Texts.reason(thrown);
        for (Object each : settings.recoverable) {
            Map<?, ?> rule = (Map<?, ?>) each;
            Object pattern = rule.get("exception") == null ? "*" : rule.get("exception");
            boolean isForInput = rule.get("input") == null || rule.get("input").equals(input);
            if (isForInput && Texts.fits((String) pattern, reason)) {
                Object output = rule.get("output");
                return Symbol.of(output == null ? Texts.classOutput(thrown.getClass()) : (String) output);
            }
        }
        return Symbol.ERROR;
    }

    /** What is told beside the output; null if nobody wants to know. */
    String told(Object value) {
        return settings.tellsReturned && !(value instanceof Output) ? Texts.shown(value) : null;
    }

    private static String byPattern(List<?> rule, String text) {
        for (Object pair : rule) {
            if (Texts.fits((String) ((List<?>) pair).get(0), text)) {
                return (String) ((List<?>) pair).get(1);
            }
        }
        return "ok";
    }

    private static void checkValues(String name, Object... values) throws Failed {
        String fault = Symbol.fault(values);
        if (fault != null) {
            throw new Failed("output: '" + name + "' " + fault);
        }
    }

    private static Symbol checked(Output output) throws Failed {
        if (!Texts.canBeOutput(output.name)) {
            throw new Failed("output: '" + output.name + "' cannot be an output: use 1 to "
                    + Texts.LONGEST_OUTPUT + " printable characters; " + String.join(", ", Symbol.RESERVED)
                    + " are reserved");
        }
        checkValues(output.name, output.values);
        return output.symbol();
    }
}

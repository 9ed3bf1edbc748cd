package typestar;

import java.lang.reflect.Array;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes JSON: maps, lists, texts, booleans and null; whole numbers as Integer, Long or BigInteger, others as
 * Double.
 */
final class Json {
    private static final int DEEPEST = 200;

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.skipBlanks();
        if (json.at < text.length()) {
            throw json.wrong("more behind the end");
        }
        return value;
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + " at character " + (at + 1));
    }

    private void skipBlanks() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
    }

    private char next() {
        skipBlanks();
        if (at == text.length()) {
            throw wrong("the text ends too early");
        }
        return text.charAt(at);
    }

    private Object value() {
        switch (next()) {
            case '{':
                return map();
            case '[':
                return list();
            case '"':
                return string();
            case 't':
                return word("true", true);
            case 'f':
                return word("false", false);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw wrong("no value");
        }
        at += word.length();
        return value;
    }

    private Map<String, Object> map() {
        Map<String, Object> map = new LinkedHashMap<>();
        boolean isMore = enter('}');
        while (isMore) {
            if (next() != '"') {
                throw wrong("no name");
            }
            String name = string();
            if (next() != ':') {
                throw wrong("no colon");
            }
            at++;
            map.put(name, value());
            isMore = goOn('}');
        }
        return map;
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        boolean isMore = enter(']');
        while (isMore) {
            list.add(value());
            isMore = goOn(']');
        }
        return list;
    }

    /** Passes the opening bracket; whether something is inside. */
    private boolean enter(char closing) {
        at++;
        if (++depth > DEEPEST) {
            throw wrong("nested too deeply");
        }
        return next() != closing || leave();
    }

    /** Passes what follows a part; whether that is a comma. */
    private boolean goOn(char closing) {
        char found = next();
        if (found == closing) {
            return leave();
        }
        if (found != ',') {
            throw wrong("no comma");
        }
        at++;
        return true;
    }

    private boolean leave() {
        at++;
        depth--;
        return false;
    }

    private String string() {
        int start = ++at;
        while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\\') {
            at++;
        }
        if (at < text.length() && text.charAt(at) == '"') {
            return text.substring(start, at++);
        }
        StringBuilder string = new StringBuilder().append(text, start, at);
        while (at < text.length()) {
            char found = text.charAt(at++);
            if (found == '"') {
                return string.toString();
            }
            string.append(found == '\\' ? escaped() : found);
        }
        throw wrong("a text that does not end");
    }

    private char escaped() {
        int place = at < text.length() ? "\"\\/bfnrt".indexOf(text.charAt(at)) : -1;
        if (place >= 0) {
            at++;
            return "\"\\/\b\f\n\r\t".charAt(place);
        }
        if (at + 5 > text.length() || text.charAt(at) != 'u') {
            throw wrong("an unknown escape");
        }
        at += 5;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }

    private Object number() {
        int start = at;
        boolean isWhole = true;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            isWhole &= "+.eE".indexOf(text.charAt(at)) < 0;
            at++;
        }
        String digits = text.substring(start, at);
        if (digits.isEmpty()) {
            throw wrong("no value");
        }
        return isWhole ? whole(digits) : (Object) Double.valueOf(digits);
    }

    private static Object whole(String digits) {
        if (digits.length() > 18) {
            BigInteger number = new BigInteger(digits);
            return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
        }
        long number = Long.parseLong(digits);
        return number == (int) number ? (Object) (int) number : (Object) number;
    }

    /** A value as compact JSON. What JSON has no form for is written as Java writes it, as a text. */
    static String write(Object value) {
        return write(new StringBuilder(), value).toString();
    }

    static StringBuilder write(StringBuilder out, Object value) {
        if (value instanceof CharSequence || value instanceof Character || value instanceof Enum) {
            return quote(out, value instanceof Enum ? ((Enum<?>) value).name() : value.toString());
        } else if (value instanceof Symbol) {
            return ((Symbol) value).write(out);
        } else if (value instanceof Map) {
            return writeMap(out, (Map<?, ?>) value);
        } else if (value instanceof Iterable) {
            return writeAll(out, (Iterable<?>) value);
        } else if (value != null && value.getClass().isArray()) {
            return writeAll(out, elements(value));
        } else if (isWritten(value)) {
            return out.append(value);
        }
        return quote(out, String.valueOf(value));
    }

    /** Whether this is a value that JSON has a form for. */
    static boolean isWritten(Object value) {
        if (value instanceof Double || value instanceof Float) {
            return Double.isFinite(((Number) value).doubleValue());
        }
        return value == null || value instanceof Number || value instanceof Boolean;
    }

    private static List<Object> elements(Object array) {
        List<Object> elements = new ArrayList<>();
        for (int place = 0; place < Array.getLength(array); place++) {
            elements.add(Array.get(array, place));
        }
        return elements;
    }

    private static StringBuilder writeMap(StringBuilder out, Map<?, ?> map) {
        String before = "{";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            quote(out.append(before), String.valueOf(entry.getKey())).append(':');
            write(out, entry.getValue());
            before = ",";
        }
        return out.append(map.isEmpty() ? "{}" : "}");
    }

    private static StringBuilder writeAll(StringBuilder out, Iterable<?> values) {
        out.append('[');
        String before = "";
        for (Object value : values) {
            write(out.append(before), value);
            before = ",";
        }
        return out.append(']');
    }

    static StringBuilder quote(StringBuilder out, String text) {
        out.append('"');
        for (int place = 0; place < text.length(); place++) {
            char letter = text.charAt(place);
            if (letter >= ' ' && letter != '"' && letter != '\\') {
                out.append(letter);
            } else {
                escape(out, letter);
            }
        }
        return out.append('"');
    }

    private static void escape(StringBuilder out, char letter) {
        int place = "\"\\\b\f\n\r\t".indexOf(letter);
        if (place >= 0) {
            out.append('\\').append("\"\\bfnrt".charAt(place));
        } else {
            out.append(String.format("\\u%04x", (int) letter));
        }
    }
}

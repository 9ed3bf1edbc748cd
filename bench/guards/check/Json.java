package check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes JSON: maps, lists, texts, numbers (Long or Double), booleans and null. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.blanks();
        if (json.at < text.length()) {
            throw json.broken();
        }
        return value;
    }

    private Object value() {
        blanks();
        switch (text.charAt(at)) {
            case '{':
                return object();
            case '[':
                return list();
            case '"':
                return string();
            default:
                return word();
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        for (expect('{'); !closes('}'); ) {
            blanks();
            String name = string();
            expect(':');
            object.put(name, value());
        }
        return object;
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        for (expect('['); !closes(']'); ) {
            list.add(value());
        }
        return list;
    }

    /** Whether this is the end; a comma before the next entry is read. */
    private boolean closes(char end) {
        blanks();
        char next = text.charAt(at);
        if (next == end || next == ',') {
            at++;
        }
        return next == end;
    }

    private String string() {
        expect('"');
        StringBuilder read = new StringBuilder();
        while (text.charAt(at) != '"') {
            char unit = text.charAt(at++);
            read.append(unit == '\\' ? escaped() : unit);
        }
        at++;
        return read.toString();
    }

    private char escaped() {
        char kind = text.charAt(at++);
        if (kind == 'u') {
            at += 4;
            return (char) Integer.parseInt(text.substring(at - 4, at), 16);
        }
        int place = "nrtbf".indexOf(kind);
        return place < 0 ? kind : "\n\r\t\b\f".charAt(place);
    }

    private Object word() {
        int start = at;
        while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        switch (word) {
            case "true":
                return true;
            case "false":
                return false;
            case "null":
                return null;
            default:
                return number(word);
        }
    }

    private void expect(char wanted) {
        blanks();
        if (text.charAt(at++) != wanted) {
            throw broken();
        }
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException broken() {
        return new IllegalArgumentException("this is no JSON at character " + at);
    }

    static String write(Object value) {
        if (value instanceof Map) {
            List<String> entries = new ArrayList<>();
            ((Map<?, ?>) value).forEach((name, one) -> entries.add(write(name) + ":" + write(one)));
            return "{" + String.join(",", entries) + "}";
        } else if (value instanceof Iterable) {
            List<String> entries = new ArrayList<>();
            ((Iterable<?>) value).forEach(one -> entries.add(write(one)));
            return "[" + String.join(",", entries) + "]";
        } else if (value instanceof String) {
            return quoted((String) value);
        }
        return String.valueOf(value);
    }

    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char unit : text.toCharArray()) {
            boolean isPlain = unit >= ' ' && unit < 0x7f && unit != '"' && unit != '\\';
            quoted.append(isPlain ? String.valueOf(unit) : String.format("\\u%04x", (int) unit));
        }
        return quoted.append('"').toString();
    }

    /** A whole number of 64 bits as it is: a decimal would not tell the last of them from the next one. */
    private static Object number(String word) {
        try {
            return Long.valueOf(word);
        } catch (NumberFormatException other) {
            return Double.valueOf(word);
        }
    }
}

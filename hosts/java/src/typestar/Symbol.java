package typestar;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** An input or output: a name, perhaps with values. */
final class Symbol {
    /** What a callin may not answer and no callback may be called. */
    static final List<String> RESERVED = List.of("ok", "quiet", "error", "hang", "crash", "outside");

    static final Symbol OK = of("ok");
    static final Symbol QUIET = of("quiet");
    static final Symbol ERROR = of("error");
    static final Symbol HANG = of("hang");
    static final Symbol OUTSIDE = of("outside");
    static final Symbol WAIT = of("wait");

    /** How many characters of a number are shown. */
    private static final int LONGEST_NUMBER = 40;

    private static final Pattern PLACE = Pattern.compile("[1-9][0-9]{0,8}(\\.[1-9][0-9]{0,8})?");

    final String name;
    /** The values; null if it is a name alone. */
    final Object[] values;
    /** As people write it: offer(3, "a", null). */
    final String text;

    private String json;

    private Symbol(String name, Object[] values) {
        this.name = name;
        this.values = values;
        this.text = values == null || values.length == 0 ? name : described(name, values);
    }

    static Symbol of(String name, Object... values) {
        return new Symbol(name, values.length == 0 ? null : values);
    }

    /** One symbol of two: the names with a plus between them, and the values of both. */
    Symbol joined(Symbol other) {
        Object[] own = values == null ? new Object[0] : values;
        Object[] others = other.values == null ? new Object[0] : other.values;
        Object[] all = Arrays.copyOf(own, own.length + others.length);
        System.arraycopy(others, 0, all, own.length, others.length);
        return of(name + "+" + other.name, all);
    }

    /** A value that is reused: its place, such as 1 or 1.2. */
    static final class Reference {
        final String place;

        private Reference(String place) {
            this.place = place;
        }

        @Override
        public String toString() {
            return "$" + place;
        }
    }

    /** Reads symbols. They come again and again, so they are kept. */
    static final class Reader {
        private static final int MOST = 10_000;

        private final Map<Object, Symbol> known = new HashMap<>();

        Symbol read(Object json) {
            Symbol symbol = known.get(json);
            if (symbol == null) {
                symbol = made(json);
                if (known.size() < MOST) {
                    known.put(json, symbol);
                }
            }
            return symbol;
        }

        private static Symbol made(Object json) {
            if (json instanceof String) {
                return of((String) json);
            }
            List<?> parts = json instanceof List ? (List<?>) json : List.of();
            if (parts.isEmpty() || !(parts.get(0) instanceof String)) {
                throw new IllegalArgumentException(Json.write(json) + " is not an input");
            }
            return new Symbol((String) parts.get(0), parts.stream().skip(1).map(Symbol::readValue).toArray());
        }
    }

    private static Object readValue(Object json) {
        Object place = json instanceof Map ? ((Map<?, ?>) json).get("$") : null;
        if (place instanceof String && PLACE.matcher((String) place).matches()) {
            return new Reference((String) place);
        }
        if (!isValue(json)) {
            throw new IllegalArgumentException(Json.write(json) + " is not a value");
        }
        return json;
    }

    /** Whether this can be a value of a symbol. */
    static boolean isValue(Object value) {
        if (value instanceof BigInteger) {
            return ((BigInteger) value).bitLength() < Long.SIZE;
        }
        if (value instanceof BigDecimal) {
            return Double.isFinite(((BigDecimal) value).doubleValue());
        }
        return value instanceof CharSequence || value instanceof Character || Json.isWritten(value);
    }

    /** What is wrong with these as values of a symbol; null if nothing is. */
    static String fault(Object... values) {
        for (Object value : values) {
            if (!isValue(value)) {
                return value instanceof Number ? faultOf((Number) value)
                        : "has a value that is not plain: give numbers, texts, booleans and null";
            }
        }
        return null;
    }

    /** Which number it is says more than that it is not plain. */
    private static String faultOf(Number number) {
        boolean isBig = number instanceof BigInteger || number instanceof BigDecimal;
        String digits = number.toString();
        return "has the value " + (digits.length() > LONGEST_NUMBER ? digits.substring(0, LONGEST_NUMBER) + "..." : digits)
                + ", which is " + (isBig ? "beyond 64 bits" : "not a finite number")
                + ": give it as a text, or leave it out";
    }

    private static String described(String name, Object[] values) {
        StringBuilder text = new StringBuilder(name);
        String before = "(";
        for (Object value : values) {
            text.append(before).append(value instanceof Reference ? value.toString() : Json.write(value));
            before = ", ";
        }
        return text.append(')').toString();
    }

    StringBuilder write(StringBuilder out) {
        if (json == null) {
            json = values == null ? Json.write(name) : listed();
        }
        return out.append(json);
    }

    private String listed() {
        StringBuilder list = Json.quote(new StringBuilder("["), name);
        for (Object value : values) {
            Object written = value instanceof Reference ? Map.of("$", ((Reference) value).place) : value;
            Json.write(list.append(','), written);
        }
        return list.append(']').toString();
    }
}

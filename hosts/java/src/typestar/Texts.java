package typestar;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** How values, classes and exceptions are written, the same in all host libraries. */
final class Texts {
    /** An output that a callin makes has at most this many characters, and shows whole numbers up to this one. */
    static final int LONGEST_OUTPUT = 40;

    private static final long LARGEST_NUMBER = 999_999;
    /** Reasons and messages have at most this many characters. */
    private static final int LONGEST_TEXT = 2000;
    /** What does not show as itself: controls, blanks that look like others, what is invisible, marks of direction. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\x00-\\x1f\\x7f-\\xa0\\xad\\u061c\\u180e"
            + "\\u200b-\\u200f\\u2028-\\u202f\\u2060-\\u206f\\x{d800}-\\x{dfff}\\ufeff\\ufff9-\\ufffb"
            + "\\x{e0000}-\\x{e0fff}]");

    private Texts() {}

    static String shortened(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "...";
    }

    /** What was thrown as text: its class and its message. */
    static String reason(Throwable thrown) {
        String message = message(thrown);
        String name = simpleName(thrown.getClass());
        return message == null || message.isEmpty() ? name : name + ": " + message;
    }

    private static String message(Throwable thrown) {
        try {
            return thrown.getMessage();
        } catch (Throwable another) {
            return null;
        }
    }

    /** Prints what was thrown, for people. A class can make even this fail. */
    static void print(Throwable thrown) {
        try {
            thrown.printStackTrace();
        } catch (Throwable another) {
            System.err.println(reason(thrown));
        }
    }

    /** The name of a class without its package; of a class without a name, what the virtual machine calls it. */
    static String simpleName(Class<?> kind) {
        return kind.getSimpleName().isEmpty() ? kind.getName() : kind.getSimpleName();
    }

    /** The output that a class has: its name, with its package if the name means something else. */
    static String classOutput(Class<?> kind) {
        String name = simpleName(kind);
        if (Symbol.RESERVED.contains(name)) {
            name = kind.getName().equals(name) ? "class:" + name : kind.getName();
        }
        name = UNPRINTABLE.matcher(name).replaceAll("?");
        return length(name) <= LONGEST_OUTPUT ? name : name.substring(0, LONGEST_OUTPUT - 3) + "...";
    }

    static String typeName(Object value) {
        return value == null ? "null" : classOutput(value.getClass());
    }

    static boolean canBeOutput(String name) {
        boolean isShort = name != null && !name.isEmpty() && length(name) <= LONGEST_OUTPUT;
        return isShort && !UNPRINTABLE.matcher(name).find() && !Symbol.RESERVED.contains(name);
    }

    /** A value as it is if it is plain and short, or else its type. */
    static String shown(Object value) {
        String text = null;
        if (value == null || value instanceof Boolean || isSmall(value)) {
            return String.valueOf(value);
        } else if (value instanceof Enum) {
            text = canBeOutput(plain(value)) ? plain(value) : null;
        } else if (isText(value) && value.toString().length() <= 2 * LONGEST_OUTPUT) {
            text = UNPRINTABLE.matcher(Json.write(value)).replaceAll(Texts::escaped);
        }
        return text != null && length(text) <= LONGEST_OUTPUT ? text : typeName(value);
    }

    private static boolean isSmall(Object value) {
        return isWhole(value) && Math.abs(((Number) value).longValue()) <= LARGEST_NUMBER;
    }

    static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte;
    }

    /** Whether this is a text. Other sequences of characters may change. */
    static boolean isText(Object value) {
        return value instanceof String || value instanceof Character;
    }

    /** The text that patterns are tried on: texts as they are, everything else as JSON, or else as Java writes it. */
    static String plain(Object value) {
        if (value instanceof Enum) {
            Enum<?> member = (Enum<?>) value;
            return simpleName(member.getDeclaringClass()) + "." + member.name();
        }
        try {
            return unquoted(value);
        } catch (Throwable cannotBeWritten) {
            return typeName(value);
        }
    }

    /** A value as JSON, but texts and what JSON has no form for without quotes. */
    static String unquoted(Object value) {
        boolean hasForm = value == null || value.getClass().isArray() || value instanceof Iterable
                || value instanceof java.util.Map || Json.isWritten(value);
        return hasForm ? Json.write(value) : String.valueOf(value);
    }

    /** Whether a text fits a pattern: literal text, in which each `*` stands for anything. */
    static boolean fits(String pattern, String text) {
        String[] parts = pattern.split("\\*", -1);
        String first = parts[0];
        String last = parts[parts.length - 1];
        if (parts.length == 1) {
            return text.equals(pattern);
        }
        if (text.length() < first.length() + last.length() || !text.startsWith(first) || !text.endsWith(last)) {
            return false;
        }
        int at = first.length();
        for (int place = 1; place < parts.length - 1; place++) {
            int found = text.indexOf(parts[place], at);
            if (found < 0) {
                return false;
            }
            at = found + parts[place].length();
        }
        return at <= text.length() - last.length();
    }

    private static String escaped(MatchResult match) {
        StringBuilder escaped = new StringBuilder();
        for (char unit : match.group().toCharArray()) {
            escaped.append(String.format("\\\\u%04x", (int) unit));
        }
        return escaped.toString();
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}

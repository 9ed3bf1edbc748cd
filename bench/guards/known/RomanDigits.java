package known;

/** Constants: five characters are digits; V and L do not repeat, and the others at most three times in a row. */
public class RomanDigits {
    private final StringBuilder digits = new StringBuilder();
    private char last;
    private int run;

    public void append(char digit) {
        switch (digit) {
            case 'I':
            case 'X':
            case 'C':
                if (digit == last && run >= 3) {
                    throw new IllegalStateException("four in a row");
                }
                break;
            case 'V':
            case 'L':
                if (digit == last) {
                    throw new IllegalStateException("twice in a row");
                }
                break;
            default:
                throw new IllegalArgumentException("no digit");
        }
        run = digit == last ? run + 1 : 1;
        last = digit;
        digits.append(digit);
    }

    /** What was written; the next digit begins another number. */
    public String finish() {
        if (digits.length() == 0) {
            throw new IllegalStateException("no digits");
        }
        String all = digits.toString();
        digits.setLength(0);
        last = 0;
        run = 0;
        return all;
    }
}

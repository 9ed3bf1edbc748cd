package known;

import check.Truth;

/** What {@link RomanDigits} answers: the text so far, and what it must not end with. */
final class RomanDigitsTruth extends Truth {
    private String text = "";

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("finish")) {
            boolean any = !text.equals("");
            text = "";
            return any ? "not null" : "IllegalStateException";
        }
        String digit = String.valueOf((char) arguments[0]);
        if (!"IVXLC".contains(digit)) {
            return "IllegalArgumentException";
        }
        boolean once = digit.equals("V") || digit.equals("L");
        if (text.endsWith(once ? digit : digit + digit + digit)) {
            return "IllegalStateException";
        }
        text += digit;
        return "ok";
    }

    @Override
    public Object[] values() {
        return new Object[] {'I', 'V', 'X', 'L', 'C'};
    }
}

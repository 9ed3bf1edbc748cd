package known;

import check.Truth;

/** What {@link Notation} answers. */
final class NotationTruth extends Truth {
    /** All that was read. */
    private String read = "";

    @Override
    public Object[] values() {
        return new Object[] {"((((((((((((", "((((+(4+(7+(9", "(0+9)+12", '/', ':'};
    }

    @Override
    public String call(String method, Object[] arguments) {
        char last = read.isEmpty() ? '+' : read.charAt(read.length() - 1);
        boolean isAfterTerm = isDigit(last) || last == ')';
        long open = count('(') - count(')');
        if (method.equals("finish")) {
            read = "";
            return isAfterTerm && open == 0 ? "ok" : "UnsupportedOperationException";
        }
        char next = (char) arguments[0];
        boolean fits = isDigit(next) && last != ')'
                || next == '+' && isAfterTerm
                || next == ')' && isAfterTerm && open > 0
                || next == '(' && !isAfterTerm;
        read += next;
        return !fits ? "IllegalArgumentException" : next == '(' && open > 2 ? "IllegalStateException" : "ok";
    }

    private static boolean isDigit(char one) {
        return "0123456789".indexOf(one) >= 0;
    }

    private long count(char wanted) {
        return read.chars().filter(one -> one == wanted).count();
    }
}

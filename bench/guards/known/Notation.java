package known;

/** Mixture: reads sums of numbers in brackets, such as 12+(3+4), one character after the other. */
public final class Notation {
    private static final int DEEPEST = 3;

    private int depth;
    private boolean needsTerm = true;
    private boolean isInNumber;

    public void feed(char next) {
        if (next >= '0' && next <= '9') {
            expect(needsTerm || isInNumber);
            isInNumber = true;
            needsTerm = false;
            return;
        }
        switch (next) {
            case '+':
                expect(!needsTerm);
                needsTerm = true;
                break;
            case '(':
                expect(needsTerm);
                if (depth == DEEPEST) {
                    throw new IllegalStateException("too deep");
                }
                depth++;
                break;
            case ')':
                expect(!needsTerm && depth > 0);
                depth--;
                break;
            default:
                expect(false);
        }
        isInNumber = false;
    }

    /** Begins again. */
    public void finish() {
        if (needsTerm || depth > 0) {
            throw new UnsupportedOperationException("there is more to come");
        }
        needsTerm = true;
        isInNumber = false;
    }

    private static void expect(boolean isRight) {
        if (!isRight) {
            throw new IllegalArgumentException("not here");
        }
    }
}

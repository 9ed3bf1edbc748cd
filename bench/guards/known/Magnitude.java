package known;

/** Numbers: the least int has no absolute value. */
public final class Magnitude {
    private int last;

    public void absolute(int number) {
        int positive = number < 0 ? -number : number;
        if (positive < 0) {
            throw new ArithmeticException("overflow");
        }
        last = positive;
    }
}

/** Values that look like the expressions of objects. */
public class Signs {
    public void mark(char sign) {
        if (sign < 'A') {
            throw new IllegalArgumentException("no letter");
        }
    }

    public void enter(String text) {
        if (!text.equals("@home")) {
            throw new IllegalArgumentException("not at home");
        }
    }
}

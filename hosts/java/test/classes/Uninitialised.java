/** Cannot even be initialised. */
public class Uninitialised {
    private static final int NUMBER = Integer.parseInt("no number");

    public int use() {
        return NUMBER;
    }
}

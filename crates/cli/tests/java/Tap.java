import java.util.function.IntSupplier;

/** It asks its argument until that says something negative, and tells whatever stops it in its own words. */
public class Tap {
    private int level;

    public void fill() {
        if (level == 3) {
            throw new IllegalStateException("full");
        }
        level++;
    }

    public void drain(IntSupplier flow) {
        if (level == 0) {
            throw new IllegalStateException("empty");
        }
        try {
            while (flow.getAsInt() >= 0) {
                continue;
            }
        } catch (Throwable broken) {
            throw new IllegalArgumentException(broken);
        }
        level--;
    }
}

package known;

import java.util.function.IntPredicate;

/** Functional interfaces: a test that has to accept what is held. */
public final class Filter {
    private int held = 1;

    public boolean keep(IntPredicate test) {
        boolean isKept = test.test(held);
        held = isKept ? held : 0;
        return isKept;
    }

    public void use() {
        if (held == 0) {
            throw new IllegalStateException("nothing is held");
        }
    }
}

package known;

import java.util.function.IntSupplier;

/** Functional interfaces: what is supplied is kept if it is above 0, and fails otherwise. */
public final class Supply {
    private int stock;

    public void refill(IntSupplier supplier) {
        int more = supplier.getAsInt();
        if (more <= 0) {
            throw new IllegalArgumentException("nothing came");
        }
        stock = 1;
    }

    public void consume() {
        if (stock == 0) {
            throw new IllegalStateException("empty");
        }
        stock = 0;
    }
}

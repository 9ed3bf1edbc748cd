package known;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Hidden: two interlocks have to be released before it lifts, from 5 to 120. */
public final class Sluice {
    private final Set<String> interlocks = new HashSet<>();
    private int height;

    public Sluice() {
        engage();
    }

    public void engage() {
        interlocks.addAll(List.of("gate", "pump"));
        height = 0;
    }

    /** False if nothing of this name was engaged. */
    public boolean release(String interlock) {
        return interlocks.remove(interlock);
    }

    public void lift(int centimetres) {
        if (!interlocks.isEmpty()) {
            throw new IllegalStateException("interlocked");
        }
        if (centimetres < 5 || centimetres > 120) {
            throw new IllegalArgumentException("5 to 120");
        }
        height = centimetres;
    }

    /** Whether water comes through. */
    public boolean flows() {
        return height > 0;
    }
}

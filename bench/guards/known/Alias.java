package known;

import java.util.function.Function;

/** Functional interfaces: a look-up may find nothing, or the name itself, which would go round in circles. */
public final class Alias {
    private static final int PATIENCE = 2;

    private final String name = "start";
    private String target;
    private int misses;

    public String resolve(Function<String, String> lookup) {
        if (target != null) {
            return target;
        }
        String found = lookup.apply(name);
        if (found == null) {
            misses++;
            return null;
        }
        if (found.equals(name)) {
            throw new IllegalStateException(name + " refers to itself");
        }
        misses = 0;
        target = found;
        return target;
    }

    public void forget() {
        if (target == null) {
            throw new UnsupportedOperationException("nothing was resolved");
        }
        target = null;
    }

    public boolean isHopeless() {
        return misses >= PATIENCE;
    }
}

package known;

import check.Truth;

/** What {@link Samples} answers. */
final class SamplesTruth extends Truth {
    private int free = 500;

    @Override
    public String call(String method, Object[] arguments) {
        boolean hasNone = free == 500;
        switch (method) {
            case "take":
                return free-- > 0 ? "ok" : "ArrayIndexOutOfBoundsException";
            case "latest":
                return hasNone ? "NoSuchElementException" : "ok";
            default:
                free = 500;
                return String.valueOf(!hasNone);
        }
    }
}

package known;

import check.Truth;

/** What {@link FileMode} answers. */
final class FileModeTruth extends Truth {
    private boolean writes;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("write")) {
            return writes ? "ok" : "IllegalStateException";
        }
        writes = arguments[0].equals('w');
        return writes || arguments[0].equals('r') ? "ok" : "IllegalArgumentException";
    }

    @Override
    public Object[] values() {
        return new Object[] {'r', 'w'};
    }
}

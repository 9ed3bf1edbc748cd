package known;

import check.Truth;

/** What {@link TokenBucket} answers: how many are missing to the top. */
final class TokenBucketTruth extends Truth {
    private long step;
    private long top;
    private long missing;
    private boolean halted;

    @Override
    public String made(String maker, Object[] arguments) {
        top = (int) arguments[0];
        step = (int) arguments[1];
        return step > 0 && top - step >= 0 ? "ok" : "IllegalArgumentException";
    }

    @Override
    public String call(String method, Object[] arguments) {
        boolean was = halted;
        switch (method) {
            case "tick":
                missing = Math.max(0, missing - step);
                return "ok";
            case "pause":
                halted = true;
                return was ? "IllegalStateException" : "ok";
            case "resume":
                halted = false;
                return was ? "ok" : "IllegalStateException";
            case "resize":
                long next = (int) arguments[0];
                if (next - step < 0) {
                    return "IllegalArgumentException";
                }
                missing = Math.max(0, next - (top - missing));
                top = next;
                return "ok";
            default:
                break;
        }
        long count = (int) arguments[0];
        if (halted) {
            return "IllegalStateException";
        } else if (count <= 0 || count > top) {
            return "IllegalArgumentException";
        } else if (missing + count > top) {
            return "false";
        }
        missing += count;
        return "true";
    }
}

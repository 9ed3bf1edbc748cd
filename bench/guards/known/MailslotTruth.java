package known;

import check.Truth;

/** What {@link Mailslot} answers. */
final class MailslotTruth extends Truth {
    private int left;
    private int most;

    @Override
    public String made(String maker, Object[] arguments) {
        most = maker.equals("bounded") ? (int) arguments[0] : Integer.MAX_VALUE;
        left = most;
        return most >= 0 ? "ok" : "IllegalArgumentException";
    }

    @Override
    public String call(String method, Object[] arguments) {
        left = method.equals("empty") ? most : left - 1;
        return left >= 0 ? "ok" : "IllegalStateException";
    }
}

package known;

import java.util.LinkedHashMap;
import java.util.Map;

/** A mixture: lines by article, two vouchers, and a state from open to placed or cancelled. */
public final class PurchaseOrder {
    private enum Status {
        OPEN,
        PLACED,
        CANCELLED
    }

    private final Map<String, Integer> lines = new LinkedHashMap<>();
    private Status status = Status.OPEN;
    private String voucher;

    public void add(String article, int quantity) {
        requireOpen();
        if (article.length() < 3 || quantity < 1 || quantity > 99) {
            throw new IllegalArgumentException("no such line");
        }
        lines.merge(article, quantity, Integer::sum);
    }

    public boolean remove(String article) {
        requireOpen();
        return lines.remove(article) != null;
    }

    /** Whether the voucher counts: one for everybody, and one for three lines or more. */
    public boolean redeem(String code) {
        requireOpen();
        if (voucher != null || !"SPRING".equals(code) && !("LOYAL10".equals(code) && lines.size() >= 3)) {
            return false;
        }
        voucher = code;
        return true;
    }

    public void place() {
        requireOpen();
        if (lines.isEmpty()) {
            throw new UnsupportedOperationException("nothing ordered");
        }
        status = Status.PLACED;
    }

    public boolean cancel() {
        boolean works = status != Status.CANCELLED;
        status = Status.CANCELLED;
        return works;
    }

    private void requireOpen() {
        if (status != Status.OPEN) {
            throw new IllegalStateException("not open");
        }
    }
}

package known;

import check.Truth;
import java.util.ArrayList;
import java.util.List;

/** What {@link PurchaseOrder} answers. */
final class PurchaseOrderTruth extends Truth {
    private final List<Object> articles = new ArrayList<>();
    private boolean isPlaced;
    private boolean isCancelled;
    private boolean isReduced;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("cancel")) {
            boolean was = isCancelled;
            isCancelled = true;
            return String.valueOf(!was);
        } else if (isPlaced || isCancelled) {
            return "IllegalStateException";
        }
        switch (method) {
            case "add":
                return add((String) arguments[0], (int) arguments[1]);
            case "remove":
                return String.valueOf(articles.remove(arguments[0]));
            case "redeem":
                String code = String.valueOf(arguments[0]);
                boolean works = !isReduced && (code.equals("SPRING") || code.equals("LOYAL10") && articles.size() > 2);
                isReduced |= works;
                return String.valueOf(works);
            default:
                isPlaced = !articles.isEmpty();
                return isPlaced ? "ok" : "UnsupportedOperationException";
        }
    }

    private String add(String article, int number) {
        if (article == null) {
            return "NullPointerException";
        } else if (article.length() <= 2 || number <= 0 || number >= 100) {
            return "IllegalArgumentException";
        } else if (!articles.contains(article)) {
            articles.add(article);
        }
        return "ok";
    }

    @Override
    public Object[] values() {
        return new Object[] {"SPRING", "LOYAL10", "cup", "lid", "tin", 99, 100};
    }
}

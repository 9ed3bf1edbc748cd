package known;

import check.Truth;
import java.util.Collection;
import java.util.Map;

/** What {@link ReportSheet} answers: how wide it is, 0 before the header, and how many notes fit. */
final class ReportSheetTruth extends Truth {
    private int width;
    private int free = 17;

    @Override
    public String call(String method, Object[] arguments) {
        Object given = arguments[0];
        switch (method) {
            case "header":
                return width > 0 ? "IllegalStateException" : given == null ? "NullPointerException" : header((String[]) given);
            case "row":
                if (width == 0) {
                    return "IllegalStateException";
                } else if (given == null) {
                    return "NullPointerException";
                }
                return ((Collection<?>) given).size() == width ? "ok" : "IllegalArgumentException";
            case "notes":
                return given == null ? "NullPointerException" : notes(((Map<?, ?>) given).size());
            default:
                if (given == null) {
                    return "NullPointerException";
                }
                return ((char[]) given).length < 1001 ? "ok" : "IllegalArgumentException";
        }
    }

    private String header(String[] names) {
        if (names.length <= 2 || names.length >= 41) {
            return "IllegalArgumentException";
        }
        width = names.length;
        return "ok";
    }

    private String notes(int more) {
        if (free < more) {
            return "IllegalStateException";
        }
        free -= more;
        return "ok";
    }

    @Override
    public Object[] values() {
        return new Object[] {new char[1000], new char[1001], new String[3], new String[40], new String[41]};
    }
}

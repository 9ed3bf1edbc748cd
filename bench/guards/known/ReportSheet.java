package known;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lengths: 3 to 40 columns, rows that are as long, so many notes, and a footer of a thousand characters. */
public class ReportSheet {
    private String[] columns;
    private int rows;
    private int noted;
    private Map<String, String> latest = new HashMap<>();
    private char[] footer = new char[0];

    public void header(String[] names) {
        if (columns != null) {
            throw new IllegalStateException("there is a header");
        }
        if (names.length < 3 || names.length > 40) {
            throw new IllegalArgumentException("3 to 40 columns");
        }
        columns = names.clone();
    }

    public void row(List<String> cells) {
        if (columns == null) {
            throw new IllegalStateException("the header comes first");
        }
        if (cells.size() != columns.length) {
            throw new IllegalArgumentException("as many cells as columns");
        }
        rows++;
    }

    public void notes(Map<String, String> notes) {
        if (noted + notes.size() > 17) {
            throw new IllegalStateException("too many notes");
        }
        noted += notes.size();
        latest = notes;
    }

    public void footer(char[] text) {
        if (text.length > 1000) {
            throw new IllegalArgumentException("too long for a footer");
        }
        footer = text.clone();
    }
}

package known;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/** Lengths: a label has 1 to 63 characters, and the labels with a dot behind each have 255 at most. */
public final class DomainName {
    private static final int LONGEST_LABEL = 63;
    private static final int LONGEST_NAME = 255;

    private final List<String> labels = new ArrayList<>();
    private int length;

    public void add(String label) {
        if (label.isEmpty() || label.length() > LONGEST_LABEL) {
            throw new IllegalArgumentException("1 to 63 characters");
        }
        if (length + label.length() + 1 > LONGEST_NAME) {
            throw new IllegalStateException("too long in total");
        }
        labels.add(label);
        length += label.length() + 1;
    }

    public String removeLast() {
        if (labels.isEmpty()) {
            throw new NoSuchElementException("the root");
        }
        String last = labels.remove(labels.size() - 1);
        length -= last.length() + 1;
        return last;
    }

    /** Whether there is at least a host and a domain. */
    public boolean isQualified() {
        return labels.size() >= 2;
    }
}

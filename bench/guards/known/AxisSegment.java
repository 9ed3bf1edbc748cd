package known;

/** Numbers: a segment of a number line whose length is an int too, so that moving it may overflow. */
public final class AxisSegment {
    private int start;
    private int end;

    public void place(int start, int end) {
        if (start > end) {
            throw new IllegalArgumentException("backwards");
        }
        Math.subtractExact(end, start);
        this.start = start;
        this.end = end;
    }

    /** The segment on the other side of 0. */
    public void mirror() {
        int nextStart = Math.negateExact(end);
        int nextEnd = Math.negateExact(start);
        start = nextStart;
        end = nextEnd;
    }

    public void shift(int by) {
        int nextStart = Math.addExact(start, by);
        int nextEnd = Math.addExact(end, by);
        start = nextStart;
        end = nextEnd;
    }

    public boolean contains(int point) {
        return start <= point && point <= end;
    }
}

package known;

/** Mixture: an author writes and submits; a publisher needs one approval of an editor, and two end the review. */
public final class Manuscript {
    /** Who does something. */
    public enum Role { AUTHOR, EDITOR, PUBLISHER }

    private enum Stage { DRAFT, REVIEW, APPROVED, PUBLISHED }

    private static final int LONGEST = 40;

    private Stage stage = Stage.DRAFT;
    private String text = "untitled";
    private int approvals;

    public void write(Role by, String text) {
        require(by == Role.AUTHOR, stage == Stage.DRAFT);
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException("too long");
        }
        this.text = text;
    }

    public void submit(Role by) {
        require(by == Role.AUTHOR, stage == Stage.DRAFT && !text.isEmpty());
        stage = Stage.REVIEW;
    }

    /** Whether this was the last approval of the review. */
    public boolean approve(Role by) {
        require(by == Role.EDITOR, stage == Stage.REVIEW);
        approvals++;
        stage = approvals < 2 ? stage : Stage.APPROVED;
        return stage == Stage.APPROVED;
    }

    public void reject(Role by) {
        require(by != Role.AUTHOR && by != null, stage == Stage.REVIEW || stage == Stage.APPROVED);
        stage = Stage.DRAFT;
        approvals = 0;
    }

    public void publish(Role by) {
        require(by == Role.PUBLISHER, approvals > 0 && stage != Stage.PUBLISHED);
        stage = Stage.PUBLISHED;
    }

    private void require(boolean mayDoIt, boolean isTimely) {
        if (!mayDoIt) {
            throw new SecurityException("another role does this");
        }
        if (!isTimely) {
            throw new IllegalStateException("in " + stage);
        }
    }
}

package known;

import check.Truth;

/** What {@link Manuscript} answers. */
final class ManuscriptTruth extends Truth {
    /** 0 empty, 1 written, 2 submitted, 3 approved once, 4 approved, 5 published. */
    private int progress = 1;

    @Override
    public Object[] values() {
        return new Object[] {"", "", "chapter one"};
    }

    @Override
    public String call(String method, Object[] arguments) {
        String by = String.valueOf(arguments[0]);
        boolean mayAuthor = by.equals("AUTHOR");
        boolean mayEdit = by.equals("EDITOR");
        boolean mayPublish = by.equals("PUBLISHER");
        switch (method) {
            case "write":
                if (!mayAuthor || progress > 1) {
                    return refused(mayAuthor);
                } else if (arguments[1] == null) {
                    return "NullPointerException";
                }
                int length = ((String) arguments[1]).length();
                progress = length == 0 ? 0 : 1;
                return length < 41 ? "ok" : "IllegalArgumentException";
            case "submit":
                return goes(mayAuthor, progress == 1, 2);
            case "approve":
                String answer = goes(mayEdit, progress == 2 || progress == 3, progress + 1);
                return answer.equals("ok") ? String.valueOf(progress == 4) : answer;
            case "reject":
                return goes(mayEdit || mayPublish, progress > 1 && progress < 5, 1);
            default:
                return goes(mayPublish, progress == 3 || progress == 4, 5);
        }
    }

    private String goes(boolean may, boolean can, int next) {
        progress = may && can ? next : progress;
        return may && can ? "ok" : refused(may);
    }

    private static String refused(boolean may) {
        return may ? "IllegalStateException" : "SecurityException";
    }
}

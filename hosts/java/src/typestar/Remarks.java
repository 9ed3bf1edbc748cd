package typestar;

import java.util.ArrayList;
import java.util.List;

/** What is told beside the steps with the next answer, from any thread. */
final class Remarks {
    private static final int MOST = 100;

    private final List<Object> late = new ArrayList<>();
    private final List<Object> notes = new ArrayList<>();

    /** A callback that came too late, as it is sent. */
    synchronized void late(Object callback) {
        if (late.size() < MOST) {
            late.add(callback);
        }
    }

    /** Something that went wrong beside the calls. */
    synchronized void note(String text) {
        if (notes.size() < MOST && !notes.contains(text)) {
            notes.add(text);
        }
    }

    /** What failed where nobody catches it. */
    void thrown(Throwable thrown) {
        note("in the background: " + Texts.shortened(Texts.reason(thrown)));
    }

    /** Adds all of it to an answer, and forgets it. */
    synchronized void tell(StringBuilder answer) {
        tell(answer, ",\"late\":", late);
        tell(answer, ",\"notes\":", notes);
    }

    private static void tell(StringBuilder answer, String field, List<Object> remarks) {
        if (!remarks.isEmpty()) {
            Json.write(answer.append(field), remarks);
            remarks.clear();
        }
    }
}

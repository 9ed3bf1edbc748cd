import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Function;
import java.util.function.IntSupplier;

/** Takes what means something to it, in many forms. */
public class Clerk {
    private static final String UNUSED = "never compared";
    private int level;
    private final Form form = new Form("own", 1);

    /** Made and changed by its users. */
    public static class Form {
        private final String title;
        private final int pages;
        private boolean isUrgent;

        public Form(String title, int pages) {
            if (pages > 500) {
                throw new IllegalStateException("too long");
            }
            this.title = title;
            this.pages = pages;
        }

        public void setUrgent(boolean next) {
            isUrgent = next;
        }
    }

    /** Can only be made of itself, or of null. */
    public static class Step {
        private final Step before;

        public Step(Step before) {
            this.before = before;
        }
    }

    /** Nobody but a clerk makes it. */
    public static class Stamp {
        private final Clerk of;

        private Stamp(Clerk of) {
            this.of = of;
        }
    }

    /** Its only constructor never comes to an end well. */
    public static class Broken {
        public Broken() {
            throw new IllegalStateException("broken");
        }
    }

    /** Two methods that answer differently. */
    public interface Gauge {
        int level();

        boolean isOpen();
    }

    /** Something that can be of two kinds. */
    public abstract static class Mark {
    }

    /** The first kind. */
    public static class Cross extends Mark {
        private final int arms;

        public Cross(int arms) {
            this.arms = arms;
        }
    }

    public void word(String word) {
        switch (word) {
            case "open":
            case "shut":
                return;
            default:
                throw new IllegalArgumentException("no such word");
        }
    }

    public void letter(char letter) {
        if (letter != 'q') {
            throw new IllegalArgumentException("no such letter");
        }
    }

    public void number(int number) {
        switch (number) {
            case 17:
            case -4096:
            case 1_000_000:
                return;
            default:
                level = level * 3 + 9_999;
        }
        if (number > 250) {
            level++;
        }
    }

    public void rate(double rate) {
        if (rate > 7.25) {
            throw new IllegalArgumentException();
        }
    }

    public void small(float rate) {}

    public void file(Form form) {}

    public void climb(Step step) {}

    public Stamp stamp() {
        return new Stamp(this);
    }

    public boolean isOwn(Stamp stamp) {
        return stamp.of == this;
    }

    public void mend(Broken broken) {}

    public int read(Gauge gauge) {
        return gauge.isOpen() ? gauge.level() : -1;
    }

    public void mark(Mark mark) {}

    public void names(List<String> names) {}

    public void queue(Queue<Integer> numbers) {}

    public void table(Map<String, Form> table) {}

    public Object apply(Function<String, Integer> function) {
        return function.andThen(number -> number + 1).apply("x");
    }

    public int supply(IntSupplier supplier) {
        return supplier.getAsInt();
    }

    public void array(String[] texts) {}

    public void set$hidden(int number) {}
}

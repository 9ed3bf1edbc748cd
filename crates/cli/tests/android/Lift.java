import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import typestar.android.Env;
import typestar.android.Driver;

/** A lift of a few floors. */
public class Lift extends Driver {
    private int floor;

    @Override
    public void reset(Env env) throws Exception {
        floor = 0;
    }

    public void up() {
        if (floor == 3) {
            throw new IllegalStateException("this is the roof");
        }
        floor++;
    }

    public void down() {
        if (floor == 0) {
            throw new IllegalStateException("this is the ground");
        }
        floor--;
    }

    /** Rests in the middle of a run, once: it writes down its process, and goes no further. */
    public static final class Resting extends Lift {
        private static int words;

        @Override
        public void reset(Env env) throws Exception {
            super.reset(env);
            Path middle = Path.of("middle");
            if (++words == 20 && !Files.exists(middle)) {
                Files.writeString(middle, ProcessHandle.current().pid() + "\n");
                Thread.sleep(1_000_000_000);
            }
        }
    }

    /** Keeps something of each word for ever. */
    public static final class Leaking extends Lift {
        private static final List<long[]> ALL = new ArrayList<>();

        @Override
        public void reset(Env env) throws Exception {
            super.reset(env);
            ALL.add(new long[1 << 20]);
        }
    }
}

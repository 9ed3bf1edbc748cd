import java.io.FileWriter;
import java.io.IOException;
import typestar.Adapter;
import typestar.Emit;

/** An adapter that logs what the host does around the words; the log is its first argument. */
public final class Logged {
    private static String log;

    private final Emit emit;

    private Logged(Emit emit) throws IOException {
        this.emit = emit;
        write("create");
        new Thread(Logged::sleep).start(); // never ends, and is no daemon
    }

    private void end() throws IOException {
        write("destroy");
        emit.callback("onDestroyed");
    }

    private static void sleep() {
        try {
            Thread.sleep(1_000_000);
        } catch (InterruptedException interrupted) {
            // Then it ends.
        }
    }

    private static void write(String line) throws IOException {
        try (FileWriter writer = new FileWriter(log, true)) {
            writer.write(line + "\n");
        }
    }

    public static void main(String[] arguments) {
        log = arguments[0];
        Adapter.of("logged", Logged::new)
                .input("go", logged -> System.out.println("printed"))
                .input("hang", logged -> sleep())
                .destroy(Logged::end)
                .setUp(() -> write("set up"))
                .tearDown(() -> write("tear down"))
                .serve();
    }
}

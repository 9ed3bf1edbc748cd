import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Does what no class should, but only once it is open. */
public class Unruly {
    private boolean isOpen;
    private long rounds;

    public void open() {
        if (isOpen) {
            throw new IllegalStateException("it is open");
        }
        isOpen = true;
    }

    public void exit() {
        if (isOpen) {
            System.exit(7);
        }
    }

    public void halt() {
        if (isOpen) {
            Runtime.getRuntime().halt(9);
        }
    }

    public void loop() throws IOException {
        while (isOpen) {
            if (rounds++ == 0) {
                new File("looping").createNewFile();
            }
        }
    }

    public int overflow() {
        return isOpen ? overflow() + 1 : 0;
    }

    public void hoard() {
        List<long[]> all = new ArrayList<>();
        while (isOpen) {
            all.add(new long[Integer.MAX_VALUE - 8]);
        }
    }

    public void print() {
        System.out.println("this must not disturb the protocol");
        System.out.print("{\"type\":\"answer\"}\n");
        System.out.flush();
    }

    public void leave() {
        new Thread(() -> {
            while (isOpen) {
                try {
                    Thread.sleep(1_000_000);
                } catch (InterruptedException interrupted) {
                    // It stays all the same.
                }
            }
        }).start();
    }

    /** Nobody can make what it takes. */
    public void take(Process process) {
        process.destroy();
    }
}

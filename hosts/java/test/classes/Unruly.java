/** Does what no component should. */
public class Unruly {
    private static int made;
    private static int used;

    private final int number = ++made;
    private final int[] kept = new int[0];

    public int fine() {
        return 1;
    }

    public void exit() {
        System.exit(7);
    }

    public void halt() {
        Runtime.getRuntime().halt(9);
    }

    public void loop() {
        while (used >= 0) {
            used = (used + 1) & 0xff;
        }
    }

    public void sleep() throws InterruptedException {
        Thread.sleep(1_000_000);
    }

    public int recurse() {
        return recurse() + 1;
    }

    public long[] hoard() {
        long[][] all = new long[1 << 20][];
        for (int place = 0; place < all.length; place++) {
            all[place] = new long[1 << 20];
        }
        return all[0];
    }

    public int count() {
        return made;
    }

    public void print() {
        System.out.println("this must not disturb the protocol");
        System.out.print("{\"type\":\"answer\"}\n");
    }

    public int read() throws java.io.IOException {
        return System.in.read();
    }

    public void check() {
        assert number < 0 : "never so";
    }

    public void background() throws InterruptedException {
        Thread thread = new Thread(() -> {
            throw new IllegalStateException("nobody hears");
        });
        thread.start();
        thread.join();
    }

    public void thread() {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException interrupted) {
                // Then it ends.
            }
        });
        thread.start();
    }

    public void interrupt() {
        Thread.currentThread().interrupt();
    }
}

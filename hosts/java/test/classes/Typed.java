import java.io.PipedInputStream;
import java.util.concurrent.TimeUnit;

/** Takes arguments of many types, and has fields of many kinds. */
public class Typed extends Base {
    private final transient long[] numbers = {1, 2, 3};
    private volatile boolean isReady;
    private char letter = 'a';
    private double half = 0.5;
    private double none = Double.NaN;
    private TimeUnit unit = TimeUnit.DAYS;
    private String text = "hello";
    private Object nothing;
    private final java.util.List<String> list = new java.util.ArrayList<>(java.util.List.of("x"));
    private Typed inner;
    private int count = 1;

    public int take(byte small, short middle, long large, float real, char letter, boolean flag) {
        isReady = flag;
        return small + middle + letter;
    }

    public String box(Integer number, String text, TimeUnit unit, Object any) {
        return number + text + unit + any;
    }

    public void nest(Typed inner) {
        this.inner = inner;
    }

    public int sum(int[] numbers) {
        return java.util.Arrays.stream(numbers).sum();
    }

    public void run(Runnable action) {
        action.run();
    }

    public void over(int number) {}

    public void over(Object object) {}

    public void over() {}

    public void stranger(java.io.InputStream[] many, java.lang.management.ManagementFactory one) {}

    public void read(PipedInputStream stream) {}

    @Override
    public String toString() {
        return "typed";
    }

    public static void common() {}
}

class Base {
    private int count = 2;

    public void inherited() {}
}

import java.util.function.Function;
import java.util.function.IntSupplier;

/** What arguments answer when they are asked. */
public class Answers {
    /** Several questions. */
    public interface Sensor {
        int level();

        boolean isOn();
    }

    private String text = "a";

    public void read(IntSupplier supplier) {
        if (supplier.getAsInt() > 37) {
            throw new IllegalArgumentException("fever");
        }
    }

    public void map(Function<String, String> function) {
        text = function.apply(text) == null ? null : "b";
        if (text == null) {
            throw new IllegalArgumentException("nothing");
        }
    }

    public void use(Sensor sensor) {
        if (!sensor.isOn() || sensor.level() > 12) {
            throw new IllegalStateException("not now");
        }
    }

    public boolean run(Runnable task) {
        try {
            task.run();
            return true;
        } catch (IllegalStateException thrown) {
            return false;
        }
    }
}

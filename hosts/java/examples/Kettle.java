import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import typestar.Adapter;

/** A kettle that boils after a while, and tells so. It takes an executor, as many classes with timers do. */
public final class Kettle {
    private final ScheduledExecutorService executor;
    private final Runnable onBoiled;
    private int cups;
    private ScheduledFuture<?> boiling;

    public Kettle(ScheduledExecutorService executor, Runnable onBoiled) {
        this.executor = executor;
        this.onBoiled = onBoiled;
    }

    /** Pours water in; answers how many cups there are. */
    public int fill(int more) {
        if (cups + more > 4) {
            throw new IllegalArgumentException("it holds four cups");
        }
        cups += more;
        return cups;
    }

    /** Begins to boil, a minute for each cup. */
    public void switchOn() {
        if (cups == 0) {
            throw new IllegalStateException("there is no water");
        }
        if (boiling == null) {
            boiling = executor.schedule(this::boil, cups, TimeUnit.MINUTES);
        }
    }

    /** Stops; whether it was on. */
    public boolean switchOff() {
        boolean wasOn = boiling != null && boiling.cancel(false);
        boiling = null;
        return wasOn;
    }

    private void boil() {
        boiling = null;
        onBoiled.run();
    }

    /** The adapter: no minute is waited for, because the executor is typestar's. */
    public static void main(String[] arguments) {
        Adapter.of("kettle", (emit, clock) -> new Kettle(clock.executor(), () -> emit.callback("onBoiled")))
                .returning("fill", (kettle, values) -> kettle.fill((int) values[0]))
                .input("switchOn", Kettle::switchOn)
                .returning("switchOff", Kettle::switchOff)
                .outputs("onBoiled")
                .serve();
    }
}

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Loads a file and plays it. An ordinary class: replace it with your own. */
public class Player {
    /** Gets the callbacks. */
    public interface Listener {
        void onLoaded();

        void onFinished();
    }

    private enum State {
        EMPTY, LOADING, READY, PLAYING
    }

    private final ScheduledExecutorService executor;
    private final Listener listener;
    private State state = State.EMPTY;
    private boolean playsWhenLoaded;
    private Future<?> work;

    public Player(ScheduledExecutorService executor, Listener listener) {
        this.executor = executor;
        this.listener = listener;
    }

    public void load() {
        if (state != State.EMPTY) {
            throw new IllegalStateException("something is loaded already");
        }
        state = State.LOADING;
        work = executor.schedule(this::loaded, 30, TimeUnit.MILLISECONDS);
    }

    public void play() {
        if (state == State.LOADING && !playsWhenLoaded) {
            playsWhenLoaded = true;
        } else if (state == State.READY) {
            state = State.PLAYING;
            work = executor.schedule(this::finished, 30, TimeUnit.MILLISECONDS);
        } else {
            throw new IllegalStateException("cannot play now");
        }
    }

    public void stop() {
        if (state == State.LOADING || state == State.PLAYING) {
            work.cancel(false);
            state = state == State.LOADING ? State.EMPTY : State.READY;
            playsWhenLoaded = false;
        }
    }

    private void loaded() {
        state = State.READY;
        listener.onLoaded();
        if (playsWhenLoaded) {
            playsWhenLoaded = false;
            play();
        }
    }

    private void finished() {
        state = State.READY;
        listener.onFinished();
    }
}

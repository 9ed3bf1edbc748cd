import java.util.TimerTask;

/** A task that does nothing. */
public class NoTask extends TimerTask {
    @Override
    public void run() {}
}

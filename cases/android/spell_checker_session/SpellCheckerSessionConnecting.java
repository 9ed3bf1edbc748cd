import android.os.Handler;
import android.os.Looper;

/** The same, and the service connects only when a wait lets it. */
public final class SpellCheckerSessionConnecting extends SpellCheckerSessionDriver {
    @Override
    protected void connect(Runnable connection) {
        new Handler(Looper.getMainLooper()).post(connection);
    }
}

import android.os.AsyncTask;
import typestar.android.Env;
import typestar.android.Driver;

/** A task that works in the background. Its work is run by a wait. */
public final class AsyncTaskDriver extends Driver {
    private AsyncTask<Void, Void, Void> task;

    @Override
    public void reset(Env env) {
        task = new AsyncTask<>() {
            @Override
            protected Void doInBackground(Void... nothing) {
                return null;
            }

            @Override
            protected void onPostExecute(Void nothing) {
                env.emit("onPostExecute");
            }

            @Override
            protected void onCancelled() {
                env.emit("onCancelled");
            }
        };
    }

    public void exec() {
        task.execute();
    }

    public void cancel() {
        task.cancel(false);
    }
}

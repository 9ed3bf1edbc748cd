import android.content.AsyncTaskLoader;
import android.content.Loader;
import typestar.android.Env;
import typestar.android.Driver;

/** A loader that loads in the background. Its work is run by a wait. */
public final class AsyncTaskLoaderDriver extends Driver {
    private AsyncTaskLoader<String> loader;

    @Override
    public void reset(Env env) {
        loader = new AsyncTaskLoader<>(env.context()) {
            @Override
            public String loadInBackground() {
                return "data";
            }

            @Override
            public void onCanceled(String data) {
                env.emit("onCanceled");
            }
        };
        loader.registerListener(0, (Loader<String> of, String data) -> env.emit("onLoadComplete"));
        loader.registerOnLoadCanceledListener(of -> env.emit("onLoadCanceled"));
    }

    public void forceLoad() {
        loader.forceLoad();
    }

    public boolean cancelLoad() {
        return loader.cancelLoad();
    }
}

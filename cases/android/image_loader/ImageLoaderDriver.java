import android.graphics.Bitmap;
import android.os.Handler;
import android.os.Looper;
import android.os.Message;
import android.view.View;
import com.nostra13.universalimageloader.core.DisplayImageOptions;
import com.nostra13.universalimageloader.core.ImageLoader;
import com.nostra13.universalimageloader.core.ImageLoaderConfiguration;
import com.nostra13.universalimageloader.core.assist.FailReason;
import com.nostra13.universalimageloader.core.listener.SimpleImageLoadingListener;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import typestar.android.Env;
import typestar.android.Driver;

/** A loader whose downloads wait at a gate. The failure of a picture that does not exist is answered at the call. */
public class ImageLoaderDriver extends Driver {
    private ImageLoader loader;
    private volatile Env.Work work;
    protected Env env;

    /** The class itself has one instance for all. */
    private static final class Loader extends ImageLoader {}

    @Override
    public void setUp(Env env) {
        loader = new Loader();
        loader.init(new ImageLoaderConfiguration.Builder(env.context())
                .imageDownloader((uri, extra) -> download(uri)).build());
    }

    @Override
    public void reset(Env env) {
        this.env = env;
    }

    private InputStream download(String uri) throws IOException {
        Env.Work here = work;
        try {
            here.gate();
        } catch (InterruptedException interrupted) {
            here.done(); // an interrupted task posts nothing
            throw new InterruptedIOException();
        }
        if (uri.endsWith("bad.png")) {
            throw new FileNotFoundException(uri);
        }
        return new ByteArrayInputStream(new byte[1]);
    }

    protected void load(String name) {
        Env here = env;
        Env.Work started = here.work();
        work = started;
        Handler handler = new Handler(Looper.getMainLooper()) {
            @Override
            public boolean sendMessageAtTime(Message message, long time) {
                boolean isSent = super.sendMessageAtTime(message, time);
                started.done();
                return isSent;
            }
        };
        DisplayImageOptions options = new DisplayImageOptions.Builder().handler(handler).build();
        loader.loadImage("http://host/" + name, options, new SimpleImageLoadingListener() {
            @Override
            public void onLoadingStarted(String uri, View view) {
                here.emit("onLoadStart");
            }

            @Override
            public void onLoadingComplete(String uri, View view, Bitmap bitmap) {
                here.emit("onLoadComplete");
            }

            @Override
            public void onLoadingFailed(String uri, View view, FailReason reason) {
                here.emit("onLoadFailed");
            }

            @Override
            public void onLoadingCancelled(String uri, View view) {
                here.emit("onLoadCancelled");
            }
        });
    }

    public void loadGood() {
        load("good.png");
    }

    public void loadBad() {
        load("bad.png");
        if (env.comes("onLoadFailed")) {
            throw new IllegalStateException("onLoadFailed");
        }
    }

    public void cancel() {
        loader.stop();
    }

    @Override
    public void dispose() {
        loader.stop();
    }
}

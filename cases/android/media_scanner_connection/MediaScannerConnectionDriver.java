import android.content.ComponentName;
import android.media.IMediaScannerListener;
import android.media.IMediaScannerService;
import android.media.MediaScannerConnection;
import android.net.Uri;
import android.os.RemoteException;
import typestar.android.Env;
import typestar.android.Driver;

/** A connection to what scans media files: a service that is bound, and since API 29 a provider. */
public final class MediaScannerConnectionDriver extends Driver {
    private static final ComponentName SERVICE =
            new ComponentName("com.android.providers.media", "com.android.providers.media.MediaScannerService");

    private MediaScannerConnection connection;

    @Override
    public void reset(Env env) {
        env.addBound(SERVICE, new Scanner(env));
        connection = new MediaScannerConnection(env.context(), new MediaScannerConnection.MediaScannerConnectionClient() {
            @Override
            public void onMediaScannerConnected() {
                env.emit("onMediaScannerConnected");
            }

            @Override
            public void onScanCompleted(String path, Uri found) {
                env.emit("onScanCompleted");
            }
        });
    }

    public void connect() {
        connection.connect();
    }

    public void disconnect() {
        connection.disconnect();
    }

    public void scanFile() {
        connection.scanFile("/picture.png", "image/png");
    }

    @Override
    public void dispose() {
        connection.disconnect();
    }

    /** Scans in the background, and finds nothing. */
    private static final class Scanner extends IMediaScannerService.Stub {
        private final Env env;

        Scanner(Env env) {
            this.env = env;
        }

        @Override
        public void requestScanFile(String path, String type, IMediaScannerListener listener) {
            env.executor().execute(() -> tell(listener, path));
        }

        private static void tell(IMediaScannerListener listener, String path) {
            try {
                listener.scanCompleted(path, null);
            } catch (RemoteException gone) {
                throw new IllegalStateException(gone);
            }
        }

        @Override
        public void scanFile(String path, String type) {}
    }
}

import android.os.FileObserver;
import java.io.File;
import typestar.android.Env;
import typestar.android.Environment;
import typestar.android.Driver;

/** A file that is watched from the start. What the kernel sees is scripted: a write truncates, then writes. */
@Environment(pending = Environment.Pending.DISCARDED)
public class FileObserverDriver extends Driver {
    protected Env env;
    private File file;
    private FileObserver observer;

    @Override
    public void reset(Env env) {
        this.env = env;
        file = env.file("watched");
        observer = new FileObserver(file.getPath(), FileObserver.MODIFY | FileObserver.DELETE_SELF) {
            @Override
            public void onEvent(int event, String path) {
                env.emit(event == FileObserver.MODIFY ? "onModify" : "onDeleteSelf");
            }
        };
        observer.startWatching();
    }

    public void stopWatching() {
        observer.stopWatching();
    }

    public void modify() {
        env.fileEvent(file, FileObserver.MODIFY, FileObserver.MODIFY);
    }

    public void delete() {
        env.fileEvent(file, FileObserver.DELETE_SELF);
    }

    @Override
    public void dispose() {
        observer.stopWatching();
    }
}

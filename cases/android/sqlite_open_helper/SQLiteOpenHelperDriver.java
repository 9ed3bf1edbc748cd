import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteOpenHelper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import typestar.android.Env;
import typestar.android.Environment;
import typestar.android.Driver;

/** Opens a database that is new, or whose version is lower, the same or higher than the helper's, which is 5. */
@Environment(pending = Environment.Pending.DISCARDED)
public class SQLiteOpenHelperDriver extends Driver {
    private static final int VERSION = 5;

    private final Map<Integer, byte[]> databases = new HashMap<>();
    private Env env;
    private SQLiteOpenHelper helper;

    @Override
    public void setUp(Env env) throws IOException {
        for (int version = VERSION - 1; version <= VERSION + 1; version++) {
            File file = env.file("v" + version);
            SQLiteDatabase database = SQLiteDatabase.openOrCreateDatabase(file, null);
            database.setVersion(version);
            database.close();
            databases.put(version, Files.readAllBytes(file.toPath()));
        }
    }

    @Override
    public void reset(Env env) {
        this.env = env;
        helper = null;
    }

    private void open(Integer version) throws IOException {
        File file = env.file("database");
        if (version != null) {
            Files.write(file.toPath(), databases.get(version));
        }
        helper = new Helper(file);
        helper.getWritableDatabase();
    }

    public void openNew() throws IOException {
        open(null);
    }

    public void openLowerVersion() throws IOException {
        open(VERSION - 1);
    }

    public void openSameVersion() throws IOException {
        open(VERSION);
    }

    public void openHigherVersion() throws IOException {
        open(VERSION + 1);
    }

    public void close() {
        helper.close();
    }

    @Override
    public void dispose() {
        if (helper != null) {
            helper.close();
        }
    }

    private final class Helper extends SQLiteOpenHelper {
        Helper(File file) {
            super(env.context(), file.getPath(), null, VERSION);
        }

        @Override
        public void onConfigure(SQLiteDatabase database) {
            env.emit("onConfigure");
        }

        @Override
        public void onCreate(SQLiteDatabase database) {
            env.emit("onCreate");
        }

        @Override
        public void onUpgrade(SQLiteDatabase database, int from, int to) {
            env.emit("onUpgrade");
        }

        @Override
        public void onOpen(SQLiteDatabase database) {
            env.emit("onOpen");
        }
    }
}

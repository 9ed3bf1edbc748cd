import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteTransactionListener;
import typestar.android.Env;
import typestar.android.Driver;

/** Transactions of a database in memory, nested at most twice: a third one is refused by us. */
public final class SQLiteTransactionsDriver extends Driver implements SQLiteTransactionListener {
    private SQLiteDatabase database;
    private String end;
    private int depth;

    @Override
    public void reset(Env env) {
        database = SQLiteDatabase.create(null);
        depth = 0;
    }

    public void begin() {
        if (depth == 2) {
            throw new IllegalStateException("nested too deeply for this driver");
        }
        database.beginTransactionWithListener(this);
        depth++;
    }

    public void setSuccessful() {
        database.setTransactionSuccessful();
    }

    public String end() {
        database.endTransaction();
        depth--;
        return end;
    }

    public boolean inTransaction() {
        return database.inTransaction();
    }

    @Override
    public void onBegin() {}

    @Override
    public void onCommit() {
        end = "committed";
    }

    @Override
    public void onRollback() {
        end = "rolled back";
    }

    @Override
    public void dispose() {
        database.close();
    }
}

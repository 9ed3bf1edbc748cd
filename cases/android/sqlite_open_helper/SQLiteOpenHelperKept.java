import typestar.android.Environment;

/** The same, and no callback is lost. */
@Environment(pending = Environment.Pending.KEPT)
public final class SQLiteOpenHelperKept extends SQLiteOpenHelperDriver {}

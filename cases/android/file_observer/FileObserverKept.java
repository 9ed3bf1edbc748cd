import typestar.android.Environment;

/** The same, and no callback is lost. A change that leaves more than two pending is refused by us: there is no end to them. */
@Environment(pending = Environment.Pending.KEPT)
public final class FileObserverKept extends FileObserverDriver {
    @Override
    public void modify() {
        super.modify();
        if (env.pending() > 2) {
            throw new IllegalStateException("more than two events are pending");
        }
    }
}

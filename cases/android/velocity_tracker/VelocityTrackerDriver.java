import android.os.SystemClock;
import android.view.MotionEvent;
import android.view.VelocityTracker;
import typestar.android.Env;
import typestar.android.Driver;

/** A tracker from the pool. It is given back at the end, unless the word has done so. */
public final class VelocityTrackerDriver extends Driver {
    private VelocityTracker tracker;
    private boolean isRecycled;

    @Override
    public void reset(Env env) {
        tracker = VelocityTracker.obtain();
        isRecycled = false;
    }

    public void addMovement() {
        long now = SystemClock.uptimeMillis();
        MotionEvent event = MotionEvent.obtain(now, now, MotionEvent.ACTION_MOVE, 1, 1, 0);
        tracker.addMovement(event);
        event.recycle();
    }

    public void clear() {
        tracker.clear();
    }

    public void computeCurrentVelocity() {
        tracker.computeCurrentVelocity(1);
    }

    public void getXVelocity() {
        tracker.getXVelocity();
    }

    public void recycle() {
        tracker.recycle();
        isRecycled = true;
    }

    @Override
    public void dispose() {
        if (!isRecycled) {
            tracker.recycle();
        }
    }
}

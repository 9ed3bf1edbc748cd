import android.os.SystemClock;
import android.view.GestureDetector;
import android.view.MotionEvent;
import typestar.android.Env;
import typestar.android.Environment;
import typestar.android.Driver;

/**
 * One finger on a detector of gestures. Each touch comes 50 milliseconds after what was before it, and a move goes far
 * enough to be no tap. A touch that no finger can make is refused by us.
 */
@Environment(callbacks = Environment.Callbacks.JOINED, fullResetEvery = 1000)
public final class GestureDetectorDriver extends Driver {
    private static final long PAUSE = 50;
    private static final float FAR = 100;

    private GestureDetector detector;
    private boolean isDown;
    private long downTime;
    private float place;

    @Override
    public void reset(Env env) {
        detector = new GestureDetector(env.context(), new Listener(env));
        isDown = false;
    }

    public void down() {
        check(!isDown);
        isDown = true;
        place = 0;
        downTime = SystemClock.uptimeMillis() + PAUSE;
        touch(MotionEvent.ACTION_DOWN);
    }

    public void move() {
        check(isDown);
        place += FAR;
        touch(MotionEvent.ACTION_MOVE);
    }

    public void up() {
        check(isDown);
        isDown = false;
        touch(MotionEvent.ACTION_UP);
    }

    public void cancel() {
        check(isDown);
        isDown = false;
        touch(MotionEvent.ACTION_CANCEL);
    }

    private static void check(boolean isPossible) {
        if (!isPossible) {
            throw new IllegalStateException("no finger can do this now");
        }
    }

    private void touch(int action) {
        SystemClock.sleep(PAUSE);
        MotionEvent event = MotionEvent.obtain(downTime, SystemClock.uptimeMillis(), action, place, 0, 0);
        detector.onTouchEvent(event);
        event.recycle();
    }

    private static final class Listener extends GestureDetector.SimpleOnGestureListener {
        private final Env env;

        Listener(Env env) {
            this.env = env;
        }

        private boolean heard(String callback) {
            env.emit(callback);
            return true;
        }

        @Override
        public boolean onDown(MotionEvent event) {
            return heard("onDown");
        }

        @Override
        public void onShowPress(MotionEvent event) {
            heard("onShowPress");
        }

        @Override
        public void onLongPress(MotionEvent event) {
            heard("onLongPress");
        }

        @Override
        public boolean onSingleTapUp(MotionEvent event) {
            return heard("onSingleTapUp");
        }

        @Override
        public boolean onSingleTapConfirmed(MotionEvent event) {
            return heard("onSingleTapConfirmed");
        }

        @Override
        public boolean onDoubleTap(MotionEvent event) {
            return heard("onDoubleTap");
        }

        @Override
        public boolean onDoubleTapEvent(MotionEvent event) {
            return heard("onDoubleTapEvent");
        }

        @Override
        public boolean onScroll(MotionEvent first, MotionEvent event, float x, float y) {
            return heard("onScroll");
        }

        @Override
        public boolean onFling(MotionEvent first, MotionEvent event, float x, float y) {
            return heard("onFling");
        }
    }
}

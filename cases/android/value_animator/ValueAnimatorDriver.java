import android.animation.Animator;
import android.animation.AnimatorListenerAdapter;
import android.animation.ValueAnimator;
import typestar.android.Env;
import typestar.android.Environment;
import typestar.android.Driver;

/** An animation of 300 milliseconds. Its values are left out. */
@Environment(callbacks = Environment.Callbacks.JOINED)
public final class ValueAnimatorDriver extends Driver {
    private ValueAnimator animator;

    @Override
    public void reset(Env env) {
        Listener listener = new Listener(env);
        animator = ValueAnimator.ofInt(0, 100);
        animator.addListener(listener);
        animator.addPauseListener(listener);
    }

    public void start() {
        animator.start();
    }

    public void cancel() {
        animator.cancel();
    }

    public void end() {
        animator.end();
    }

    public void reverse() {
        animator.reverse();
    }

    public void pause() {
        animator.pause();
    }

    public void resume() {
        animator.resume();
    }

    @Override
    public void dispose() {
        animator.removeAllListeners();
        animator.cancel();
    }

    private static final class Listener extends AnimatorListenerAdapter {
        private final Env env;

        Listener(Env env) {
            this.env = env;
        }

        @Override
        public void onAnimationStart(Animator animation) {
            env.emit("onStart");
        }

        @Override
        public void onAnimationEnd(Animator animation) {
            env.emit("onEnd");
        }

        @Override
        public void onAnimationCancel(Animator animation) {
            env.emit("onCancel");
        }

        @Override
        public void onAnimationPause(Animator animation) {
            env.emit("onPause");
        }

        @Override
        public void onAnimationResume(Animator animation) {
            env.emit("onResume");
        }
    }
}

import android.animation.Animator;
import android.animation.AnimatorListenerAdapter;
import android.animation.ValueAnimator;
import typestar.android.Env;
import typestar.android.Purpose;

/** An animation of 300 milliseconds. Its values are left out. */
public final class ValueAnimatorPurpose extends Purpose {
    private ValueAnimator animator;

    @Override
    public void reset(Env env) {
        animator = ValueAnimator.ofInt(0, 100);
        animator.addListener(new AnimatorListenerAdapter() {
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
        });
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

    @Override
    public void dispose() {
        animator.removeAllListeners();
        animator.cancel();
    }
}

package typestar.android;

/**
 * What is learned about an Android class: its public methods are the inputs. It sees an {@link Env} and nothing else of
 * the machinery, so that it can be driven elsewhere, too.
 *
 * <pre>{@code
 * public final class Countdown extends Driver {
 *     private CountDownTimer timer;
 *
 *     @Override
 *     public void reset(Env env) {
 *         timer = new CountDownTimer(1100, 1000) {
 *             public void onTick(long left) {}
 *             public void onFinish() {
 *                 env.emit("onFinish");
 *             }
 *         };
 *     }
 *
 *     public void start() {
 *         timer.start();
 *     }
 * }
 * }</pre>
 */
public abstract class Driver {
    /** Makes what all words share. A new driver is made, and this called, after each full reset. */
    public void setUp(Env env) throws Throwable {}

    /** Makes a fresh object for the next word. Listeners report with this word's environment. */
    public abstract void reset(Env env) throws Throwable;

    /** Ends the object, so that nothing of this word can happen later. */
    public void dispose() throws Throwable {}
}

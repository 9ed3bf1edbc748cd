/** The same, and failures are callbacks like others. */
public final class OkHttpCallKept extends OkHttpCallDriver {
    @Override
    public void enqueue() {
        send();
    }

    @Override
    public void cancel() {
        call.cancel();
    }
}

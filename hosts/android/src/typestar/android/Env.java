package typestar.android;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Context;
import android.os.IBinder;
import android.os.IInterface;
import java.io.File;
import java.util.concurrent.Executor;

/** The world of one word, as a driver sees it. When the word is over, nothing that comes through it counts. */
public interface Env {
    /** An application's context. */
    Context context();

    /** An activity on the screen, for this word alone. */
    Activity activity();

    /** The API level of the framework. */
    int api();

    /** Reports a callback, from any thread. Its values are part of it: numbers, texts, booleans, null. */
    void emit(String callback, Object... values);

    /** How many callbacks have come that no wait has delivered yet. */
    int pending();

    /** An executor whose tasks are work in the background: they run one by one, on a thread of their own. */
    Executor executor();

    /** Announces a piece of work on threads that nobody but the component controls. */
    Work work();

    /** Lets the world go on until this callback has come since the call began; whether it has. What else comes is pending. */
    boolean comes(String callback);

    /** Lets whatever is due now happen, without any time passing; whether this callback has come since the call began. */
    boolean comesNow(String callback);

    /** A file or folder that does not exist yet, for this word alone. */
    File file(String name);

    /** A file of sound of this length, for this word alone, and for players that are made afterwards. */
    File sound(String name, int milliseconds);

    /**
     * Offers a system service under this name. It stays until the next full reset. Public methods of the object answer
     * the calls with their name and parameters, which may differ between API levels; other calls answer nothing.
     */
    void addService(String name, Class<? extends IInterface> type, Object service);

    /** Grants the application a permission. It stays until the next full reset. */
    void grant(String permission);

    /** Lets a service be bound by its component: who binds it is connected by the next message of the main looper. */
    void addBound(ComponentName component, IBinder service);

    /** Lets the kernel see something happen to a file; the events are those of FileObserver. */
    void fileEvent(File file, int... events);

    /**
     * A piece of work on foreign threads. From its announcement on, the world stands still until the work waits at its
     * gate or is done; a wait opens the gate, and the world stands still until the work is done.
     */
    interface Work {
        /** Called by the component's thread: waits until the gate is opened. Interrupted when the word is over. */
        void gate() throws InterruptedException;

        /** The work is done, and has posted what it had to post. From any thread, any number of times. */
        void done();
    }
}

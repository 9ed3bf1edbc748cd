package typestar;

import android.os.FileObserver;
import org.robolectric.annotation.Implements;

/** Robolectric's imitation of FileObserver is off: the framework's own code runs. */
@Implements(FileObserver.class)
public final class PlainFileObserver {}

package typestar;

import android.speech.SpeechRecognizer;
import org.robolectric.annotation.Implements;

/** Robolectric's imitation of SpeechRecognizer is off: the framework's own code runs. */
@Implements(SpeechRecognizer.class)
public final class PlainSpeechRecognizer {}

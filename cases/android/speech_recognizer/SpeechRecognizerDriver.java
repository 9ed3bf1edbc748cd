import android.Manifest;
import android.content.ComponentName;
import android.content.Intent;
import android.content.AttributionSourceState;
import android.content.pm.PackageManager;
import android.os.Bundle;
import android.os.Handler;
import android.os.IBinder;
import android.os.Looper;
import android.permission.IPermissionChecker;
import android.speech.IRecognitionService;
import android.speech.IRecognitionServiceManager;
import android.speech.IRecognitionServiceManagerCallback;
import android.speech.RecognitionListener;
import android.speech.RecognitionService;
import android.speech.SpeechRecognizer;
import java.util.Set;
import typestar.android.Env;
import typestar.android.Driver;

/** A recognizer and its service. The engine is ours: it needs time, also to cancel. Errors are answered at the call. */
public class SpeechRecognizerDriver extends Driver {
    private static final Set<Integer> ERRORS = Set.of(SpeechRecognizer.ERROR_CLIENT,
            SpeechRecognizer.ERROR_RECOGNIZER_BUSY, SpeechRecognizer.ERROR_AUDIO,
            SpeechRecognizer.ERROR_INSUFFICIENT_PERMISSIONS);

    private Env env;
    private Engine engine;
    private SpeechRecognizer recognizer;
    private int error;

    /** Since API 31 a system service connects recognizers, and another checks permissions; before, the service was bound. */
    @Override
    public void setUp(Env env) {
        env.grant(Manifest.permission.RECORD_AUDIO);
        if (env.api() >= 31) {
            env.addService("permission_checker", IPermissionChecker.class, new Permissive());
            env.addService("speech_recognition", IRecognitionServiceManager.class, new Manager());
        }
    }

    @Override
    public void reset(Env env) {
        this.env = env;
        engine = new Engine(env);
        ComponentName component = new ComponentName(env.context(), Engine.class);
        env.addBound(component, engine.onBind(null));
        recognizer = SpeechRecognizer.createSpeechRecognizer(env.context(), component);
        recognizer.setRecognitionListener(new Listener());
    }

    public void startListening() {
        recognizer.startListening(new Intent());
        check();
    }

    public void stopListening() {
        recognizer.stopListening();
        check();
    }

    public void cancel() {
        recognizer.cancel();
        check();
    }

    private void check() {
        if (env.comesNow("onError")) {
            throw new IllegalStateException("onError " + error);
        }
    }

    @Override
    public void dispose() {
        recognizer.destroy();
        engine.onDestroy();
    }

    /** The system's side: it connects all recognizers with the one service there is. */
    public final class Manager {
        public void createSession(ComponentName component, IBinder client, boolean isOnDevice,
                IRecognitionServiceManagerCallback callback) throws android.os.RemoteException {
            callback.onSuccess(IRecognitionService.Stub.asInterface(engine.onBind(null)));
        }
    }

    /** Everybody may record. */
    public static final class Permissive {
        public int checkPermission(String permission, AttributionSourceState source, String message,
                boolean isForData, boolean isStarting, boolean isFromSource, int operation) {
            return PackageManager.PERMISSION_GRANTED;
        }
    }

    /** Is ready after a while, and has a result after another. To cancel before it is ready takes time, too. */
    private static final class Engine extends RecognitionService {
        private final Handler handler = new Handler(Looper.getMainLooper());
        private boolean isReady;
        private boolean isCancelling;

        Engine(Env env) {
            attachBaseContext(env.context());
        }

        @Override
        protected void onStartListening(Intent intent, Callback callback) {
            isReady = false;
            if (!isCancelling) {
                handler.postDelayed(() -> ready(callback), 100);
            }
        }

        private void ready(Callback callback) {
            isReady = true;
            try {
                callback.readyForSpeech(new Bundle());
            } catch (android.os.RemoteException gone) {
                return;
            }
            handler.postDelayed(() -> finish(callback), 1000);
        }

        private void finish(Callback callback) {
            try {
                callback.results(new Bundle());
            } catch (android.os.RemoteException gone) {
                // Then nobody wants them.
            }
        }

        @Override
        protected void onStopListening(Callback callback) {}

        @Override
        protected void onCancel(Callback callback) {
            handler.removeCallbacksAndMessages(null);
            if (!isReady) {
                isCancelling = true;
                handler.postDelayed(() -> isCancelling = false, 100);
            }
        }
    }

    /** Results, and errors that end a session normally, are the end. */
    private final class Listener implements RecognitionListener {
        private final Env env = SpeechRecognizerDriver.this.env; // of this word

        @Override
        public void onReadyForSpeech(Bundle parameters) {
            env.emit("onReadyForSpeech");
        }

        @Override
        public void onResults(Bundle results) {
            env.emit("onFinished");
        }

        @Override
        public void onError(int code) {
            if (ERRORS.contains(code)) {
                error = code;
            }
            env.emit(ERRORS.contains(code) ? "onError" : "onFinished");
        }

        @Override
        public void onBeginningOfSpeech() {}

        @Override
        public void onRmsChanged(float loudness) {}

        @Override
        public void onBufferReceived(byte[] buffer) {}

        @Override
        public void onEndOfSpeech() {}

        @Override
        public void onPartialResults(Bundle results) {}

        @Override
        public void onEvent(int type, Bundle parameters) {}
    }
}

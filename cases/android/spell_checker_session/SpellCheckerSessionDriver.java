import android.content.Context;
import android.content.pm.ResolveInfo;
import android.os.Bundle;
import android.os.Parcel;
import android.os.RemoteException;
import android.service.textservice.SpellCheckerService;
import android.view.textservice.SentenceSuggestionsInfo;
import android.view.textservice.SpellCheckerInfo;
import android.view.textservice.SpellCheckerSession;
import android.view.textservice.SpellCheckerSubtype;
import android.view.textservice.SuggestionsInfo;
import android.view.textservice.TextInfo;
import android.view.textservice.TextServicesManager;
import com.android.internal.textservice.ISpellCheckerService;
import com.android.internal.textservice.ISpellCheckerServiceCallback;
import com.android.internal.textservice.ISpellCheckerSession;
import com.android.internal.textservice.ISpellCheckerSessionListener;
import com.android.internal.textservice.ITextServicesManager;
import com.android.internal.textservice.ITextServicesSessionListener;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import typestar.android.Env;
import typestar.android.Driver;

/** A session that is connected from the start. Its thread works when a wait lets it. */
public class SpellCheckerSessionDriver extends Driver {
    private final Service checker = new Service(); // its binder does not keep it
    private final ISpellCheckerService service = ISpellCheckerService.Stub.asInterface(checker.onBind(null));
    private final Method create = methodOf(ISpellCheckerService.class, "getISpellCheckerSession");
    private SpellCheckerSession session;

    @Override
    public void setUp(Env env) {
        env.addService(Context.TEXT_SERVICES_MANAGER_SERVICE, ITextServicesManager.class, new Manager());
    }

    @Override
    public void reset(Env env) {
        TextServicesManager manager =
                (TextServicesManager) env.context().getSystemService(Context.TEXT_SERVICES_MANAGER_SERVICE);
        session = manager.newSpellCheckerSession(null, Locale.US, new SpellCheckerSession.SpellCheckerSessionListener() {
            @Override
            public void onGetSuggestions(SuggestionsInfo[] results) {
                env.emit("onGetSuggestions");
            }

            @Override
            public void onGetSentenceSuggestions(SentenceSuggestionsInfo[] results) {
                env.emit("onGetSentenceSuggestions");
            }
        }, false);
    }

    public void close() {
        session.close();
    }

    public void cancel() {
        session.cancel();
    }

    public void getSentenceSuggestions() {
        session.getSentenceSuggestions(new TextInfo[] {new TextInfo("helo")}, 1);
    }

    @Override
    public void dispose() {
        session.close();
    }

    /** When the service connects: here before the first call. */
    protected void connect(Runnable connection) {
        connection.run();
    }

    /** The system's side: it connects sessions with the one service there is. What it is asked depends on the API level. */
    public final class Manager {
        public SpellCheckerInfo getCurrentSpellChecker(String locale) {
            Parcel parcel = Parcel.obtain();
            parcel.writeInt(0);
            parcel.writeString("checker");
            parcel.writeString(null);
            new ResolveInfo().writeToParcel(parcel, 0);
            parcel.writeTypedList(List.of(new SpellCheckerSubtype(0, "en_US", "")));
            parcel.setDataPosition(0);
            SpellCheckerInfo info = new SpellCheckerInfo(parcel);
            parcel.recycle();
            return info;
        }

        public SpellCheckerInfo getCurrentSpellChecker(int user, String locale) {
            return getCurrentSpellChecker(locale);
        }

        public void getSpellCheckerService(String id, String locale, ITextServicesSessionListener connection,
                ISpellCheckerSessionListener listener, Bundle bundle) {
            createSession(locale, listener, bundle, created -> connect(() -> connected(connection, created)));
        }

        public void getSpellCheckerService(int user, String id, String locale, ITextServicesSessionListener connection,
                ISpellCheckerSessionListener listener, Bundle bundle, int attributes) {
            getSpellCheckerService(id, locale, connection, listener, bundle);
        }
    }

    /** The service once returned a session, and tells it by a callback now, of which it wants to know the attributes. */
    private void createSession(String locale, ISpellCheckerSessionListener listener, Bundle bundle,
            Consumer<ISpellCheckerSession> created) {
        try {
            if (create.getParameterCount() == 3) {
                created.accept((ISpellCheckerSession) create.invoke(service, locale, listener, bundle));
            } else if (create.getParameterCount() == 4) {
                create.invoke(service, locale, listener, bundle, new Created(created));
            } else {
                create.invoke(service, locale, listener, bundle, 0, new Created(created));
            }
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static Method methodOf(Class<?> type, String name) {
        return Arrays.stream(type.getMethods()).filter(method -> method.getName().equals(name)).findFirst().orElseThrow();
    }

    private static final class Created extends ISpellCheckerServiceCallback.Stub {
        private final Consumer<ISpellCheckerSession> created;

        Created(Consumer<ISpellCheckerSession> created) {
            this.created = created;
        }

        @Override
        public void onSessionCreated(ISpellCheckerSession session) {
            created.accept(session);
        }
    }

    private static void connected(ITextServicesSessionListener connection, ISpellCheckerSession created) {
        try {
            connection.onServiceConnected(created);
        } catch (RemoteException gone) {
            throw new IllegalStateException(gone);
        }
    }

    /** A checker that finds nothing wrong. */
    private static final class Service extends SpellCheckerService {
        @Override
        public Session createSession() {
            return new Session() {
                @Override
                public void onCreate() {}

                @Override
                public SuggestionsInfo onGetSuggestions(TextInfo text, int limit) {
                    return new SuggestionsInfo(0, new String[0]);
                }

                @Override
                public SentenceSuggestionsInfo[] onGetSentenceSuggestionsMultiple(TextInfo[] texts, int limit) {
                    return new SentenceSuggestionsInfo[texts.length];
                }
            };
        }
    }
}

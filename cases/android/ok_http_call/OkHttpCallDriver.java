import java.io.IOException;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.mockwebserver.Dispatcher;
import okhttp3.mockwebserver.MockResponse;
import okhttp3.mockwebserver.MockWebServer;
import okhttp3.mockwebserver.RecordedRequest;
import typestar.android.Env;
import typestar.android.Driver;

/** A call to a server on the loopback, which answers when a wait opens its gate. Failures are answered at the call. */
public class OkHttpCallDriver extends Driver {
    private final OkHttpClient client = new OkHttpClient.Builder().retryOnConnectionFailure(false).build();
    private final MockWebServer server = new MockWebServer();
    private volatile Env.Work work;
    protected Call call;
    protected Env env;

    @Override
    public void setUp(Env env) throws IOException {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
                work.gate();
                return new MockResponse().setResponseCode(request.getPath().equals("/valid") ? 200 : 404);
            }
        });
        server.start();
    }

    @Override
    public void reset(Env env) {
        this.env = env;
        call = null;
        work = null;
    }

    public void buildValid() {
        call = client.newCall(new Request.Builder().url(server.url("/valid")).build());
    }

    public void buildUnavailable() {
        call = client.newCall(new Request.Builder().url(server.url("/unavailable")).build());
    }

    protected void send() {
        Env here = env;
        Env.Work started = here.work();
        Call sent = call;
        Callback callback = new Callback() {
            @Override
            public void onResponse(Call call, Response response) {
                response.close();
                here.emit(response.code() == 404 ? "on404" : "onCompleted");
                started.done();
            }

            @Override
            public void onFailure(Call call, IOException failure) {
                here.emit("onFailure");
                started.done();
            }
        };
        try {
            work = started;
            sent.enqueue(callback);
        } catch (RuntimeException refused) {
            started.done();
            throw refused;
        }
    }

    public void enqueue() {
        send();
        if (call.isCanceled()) {
            fail();
        }
    }

    public void cancel() {
        call.cancel();
        fail();
    }

    private void fail() {
        if (env.comes("onFailure")) {
            throw new IllegalStateException("onFailure");
        }
    }

    @Override
    public void dispose() throws InterruptedException {
        client.dispatcher().cancelAll();
        client.connectionPool().evictAll();
        while (server.takeRequest(0, TimeUnit.MILLISECONDS) != null) {
            // what the server remembers is not needed
        }
    }
}

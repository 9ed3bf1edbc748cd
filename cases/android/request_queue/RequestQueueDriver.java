import com.android.volley.NetworkResponse;
import com.android.volley.Request;
import com.android.volley.RequestQueue;
import com.android.volley.ServerError;
import com.android.volley.VolleyError;
import com.android.volley.toolbox.NoCache;
import com.android.volley.toolbox.StringRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import typestar.android.Env;
import typestar.android.Driver;

/** A queue with one network thread. The network answers when a wait opens its gate. */
public final class RequestQueueDriver extends Driver {
    private final Map<Request<?>, Env.Work> works = new ConcurrentHashMap<>();
    private Env env;
    private RequestQueue queue;

    @Override
    public void reset(Env env) {
        this.env = env;
        works.clear();
        queue = new RequestQueue(new NoCache(), this::answer, 1);
        queue.addRequestEventListener((request, event) -> {
            if (event == RequestQueue.RequestEvent.REQUEST_NETWORK_DISPATCH_FINISHED
                    || event == RequestQueue.RequestEvent.REQUEST_FINISHED) {
                done(request);
            }
        });
        queue.start();
    }

    private void done(Request<?> request) {
        Env.Work work = works.get(request); // none of an earlier word
        if (work != null) {
            work.done();
        }
    }

    private NetworkResponse answer(Request<?> request) throws VolleyError {
        try {
            works.get(request).gate();
        } catch (InterruptedException interrupted) {
            throw new VolleyError(interrupted);
        }
        if (request.getUrl().endsWith("unavailable")) {
            throw new ServerError(new NetworkResponse(404, new byte[0], true, 0, null));
        }
        return new NetworkResponse(new byte[0]);
    }

    private void enqueue(String page) {
        Env here = env;
        StringRequest request = new StringRequest("http://host/" + page,
                text -> here.emit("onCompleted"), error -> here.emit("on404"));
        works.put(request.setTag(this), here.work());
        queue.add(request);
    }

    public void enqueueValid() {
        enqueue("valid");
    }

    public void enqueueUnavailable() {
        enqueue("unavailable");
    }

    public void cancel() {
        queue.cancelAll(this);
    }

    @Override
    public void dispose() {
        queue.stop();
    }
}

import android.app.Fragment;
import android.app.FragmentManager;
import android.app.FragmentTransaction;
import android.content.Context;
import android.os.Bundle;
import android.view.LayoutInflater;
import android.view.View;
import android.view.ViewGroup;
import typestar.android.Env;
import typestar.android.Environment;
import typestar.android.Driver;

/** A fragment of an activity on the screen. Each call commits a transaction, which is executed at once. */
@Environment(callbacks = Environment.Callbacks.JOINED, fullResetEvery = 100)
public final class FragmentDriver extends Driver {
    private FragmentManager manager;
    private Fragment fragment;

    @Override
    public void reset(Env env) {
        manager = env.activity().getFragmentManager();
        fragment = new Told();
        ((Told) fragment).env = env;
    }

    public void add() {
        execute(manager.beginTransaction().add(fragment, "it"));
    }

    public void remove() {
        execute(manager.beginTransaction().remove(fragment));
    }

    public void detach() {
        execute(manager.beginTransaction().detach(fragment));
    }

    public void attach() {
        execute(manager.beginTransaction().attach(fragment));
    }

    private void execute(FragmentTransaction transaction) {
        transaction.commit();
        manager.executePendingTransactions();
    }

    /** A fragment that tells what becomes of it. */
    public static final class Told extends Fragment {
        private Env env;

        @Override
        public void onAttach(Context context) {
            super.onAttach(context);
            env.emit("onAttach");
        }

        @Override
        public void onCreate(Bundle state) {
            super.onCreate(state);
            env.emit("onCreate");
        }

        @Override
        public View onCreateView(LayoutInflater inflater, ViewGroup container, Bundle state) {
            env.emit("onCreateView");
            return null;
        }

        @Override
        public void onStart() {
            super.onStart();
            env.emit("onStart");
        }

        @Override
        public void onResume() {
            super.onResume();
            env.emit("onResume");
        }

        @Override
        public void onPause() {
            super.onPause();
            env.emit("onPause");
        }

        @Override
        public void onStop() {
            super.onStop();
            env.emit("onStop");
        }

        @Override
        public void onDestroyView() {
            super.onDestroyView();
            env.emit("onDestroyView");
        }

        @Override
        public void onDestroy() {
            super.onDestroy();
            env.emit("onDestroy");
        }

        @Override
        public void onDetach() {
            super.onDetach();
            env.emit("onDetach");
        }
    }
}

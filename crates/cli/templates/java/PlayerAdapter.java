import typestar.Adapter;
import typestar.Emit;

/**
 * The adapter that lets typestar learn how a player may be used.
 *
 * Try it:   typestar try player.toml "load wait play wait"
 * Learn it: typestar learn player.toml
 */
public class PlayerAdapter {
    /**
     * What to edit for your own class:
     * - the first lambda creates one fresh object for each word, whose listener passes every callback on to `emit`;
     *   `emit.callback(Adapter.output("onError").with("code", 5))` also passes arguments on;
     * - `clock.executor()`: what the class schedules there runs in order and without real waits.
     *   For a class with its own threads write `emit -> new Player(...)`; then time is real;
     * - `inputs` are the methods to call, by name; to pass arguments, write `.input("load", player -> player.load("a.mp3"))`;
     *   an exception means that the call is illegal;
     * - `destroy` ends an object that is no longer needed.
     */
    public static void main(String[] arguments) {
        Adapter.of("player", (emit, clock) -> new Player(clock.executor(), listener(emit)))
                .inputs("load", "play", "stop")
                .outputs("onLoaded", "onFinished")
                .destroy(Player::stop)
                .serve();
    }

    private static Player.Listener listener(Emit emit) {
        return new Player.Listener() {
            @Override
            public void onLoaded() {
                emit.callback("onLoaded");
            }

            @Override
            public void onFinished() {
                emit.callback("onFinished");
            }
        };
    }
}

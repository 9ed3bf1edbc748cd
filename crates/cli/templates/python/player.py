"""A small asynchronous player, and the adapter that lets typestar learn how it may be used.

Try it:   typestar try player.toml "load wait play wait"
Learn it: typestar learn player.toml
"""

from typestar_adapter import serve


class Player:
    """Loads a file and plays it. An ordinary class: replace it with your own (`from my_package import MyClass`).

    It gets its timers from a clock. Here that is typestar's clock, on which time passes only in `wait`; the event loop of
    an application also has `call_later`.
    """

    def __init__(self, clock, on_loaded, on_finished):
        self.clock = clock
        self.on_loaded = on_loaded
        self.on_finished = on_finished
        self.timer = None
        self.state = "empty"
        self.play_when_loaded = False

    def load(self):
        if self.state != "empty":
            raise RuntimeError("something is loaded already")
        self.state = "loading"
        self.timer = self.clock.call_later(0.03, self._loaded)

    def play(self):
        if self.state == "loading" and not self.play_when_loaded:
            self.play_when_loaded = True
        elif self.state == "ready":
            self.state = "playing"
            self.timer = self.clock.call_later(0.03, self._finished)
        else:
            raise RuntimeError("cannot play now")

    def stop(self):
        if self.state in ("loading", "playing"):
            self.timer.cancel()
            self.state = "empty" if self.state == "loading" else "ready"
            self.play_when_loaded = False

    def _loaded(self):
        self.state = "ready"
        self.on_loaded()
        if self.play_when_loaded:
            self.play_when_loaded = False
            self.play()

    def _finished(self):
        self.state = "ready"
        self.on_finished()


# The adapter. What to edit for your own class:
# - `create` creates one fresh object for each word and passes every callback on to `emit`;
#   `emit("onError", code=5)` also passes arguments on;
# - `inputs` are the methods to call, by name; to pass arguments, write a dict instead:
#   inputs={"load": lambda player: player.load("a.mp3"), ...}; an exception means that the call is illegal;
# - `destroy` ends an object that is no longer needed;
# - `clock`: if your class has its own threads or timers, leave it out, write `lambda emit: ...`, call `emit` from any
#   thread, and set `quiescence_ms` in player.toml. For asyncio: typestar init --asyncio.
if __name__ == "__main__":
    serve(
        name="player",
        create=lambda emit, clock: Player(clock, lambda: emit("onLoaded"), lambda: emit("onFinished")),
        inputs=["load", "play", "stop"],
        outputs=["onLoaded", "onFinished"],
        destroy=lambda player: player.stop(),
        clock="virtual",
    )

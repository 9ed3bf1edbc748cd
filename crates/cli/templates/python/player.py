"""A small asynchronous player, and the adapter that lets typestar learn how it may be used.

Try it:   typestar try player.toml "load wait play wait"
Learn it: typestar learn player.toml
"""

import threading

from typestar_adapter import serve


class Player:
    """Loads a file and plays it. An ordinary class: replace it by your own (`from my_package import MyClass`)."""

    def __init__(self, on_loaded, on_finished):
        self.on_loaded = on_loaded
        self.on_finished = on_finished
        self.lock = threading.RLock()
        self.timer = None
        self.state = "empty"
        self.play_when_loaded = False

    def load(self):
        with self.lock:
            if self.state != "empty":
                raise RuntimeError("something is loaded already")
            self.state = "loading"
            self._after(0.03, self._loaded)

    def play(self):
        with self.lock:
            if self.state == "loading" and not self.play_when_loaded:
                self.play_when_loaded = True
            elif self.state == "ready":
                self.state = "playing"
                self._after(0.03, self._finished)
            else:
                raise RuntimeError("cannot play now")

    def stop(self):
        with self.lock:
            if self.state in ("loading", "playing"):
                self.timer.cancel()
                self.state = "empty" if self.state == "loading" else "ready"
                self.play_when_loaded = False

    def _loaded(self):
        with self.lock:
            if self.state == "loading":
                self.state = "ready"
                self.on_loaded()
                if self.play_when_loaded:
                    self.play_when_loaded = False
                    self.play()

    def _finished(self):
        with self.lock:
            if self.state == "playing":
                self.state = "ready"
                self.on_finished()

    def _after(self, seconds, action):
        self.timer = threading.Timer(seconds, action)
        self.timer.daemon = True
        self.timer.start()


# The adapter. What to edit for your own class:
# - `create` makes one fresh object for each word and passes every callback on to `emit`, from whatever thread;
#   `emit("onError", code=5)` passes arguments on, too;
# - `inputs` are the methods to call, by name; to give arguments, write a dict instead:
#   inputs={"load": lambda player: player.load("a.mp3"), ...}; an exception means that the call is illegal;
# - `destroy` ends an object that is no longer needed.
if __name__ == "__main__":
    serve(
        name="player",
        create=lambda emit: Player(lambda: emit("onLoaded"), lambda: emit("onFinished")),
        inputs=["load", "play", "stop"],
        outputs=["onLoaded", "onFinished"],
        destroy=lambda player: player.stop(),
    )

"""A small player that lives in asyncio, and the adapter that lets typestar learn how it may be used.

Try it:   typestar try player.toml "load wait play wait"
Learn it: typestar learn player.toml
"""

import asyncio

from typestar_adapter import serve


class Player:
    """Loads a file and plays it. An ordinary class: replace it with your own (`from my_package import MyClass`)."""

    def __init__(self, on_loaded, on_finished):
        self.on_loaded = on_loaded
        self.on_finished = on_finished
        self.task = None
        self.state = "empty"
        self.play_when_loaded = False

    async def load(self):
        if self.state != "empty":
            raise RuntimeError("something is loaded already")
        self.state = "loading"
        self.task = asyncio.create_task(self._load())

    async def play(self):
        if self.state == "loading" and not self.play_when_loaded:
            self.play_when_loaded = True
        elif self.state == "ready":
            self.state = "playing"
            self.task = asyncio.create_task(self._play())
        else:
            raise RuntimeError("cannot play now")

    async def stop(self):
        if self.state in ("loading", "playing"):
            self.task.cancel()
            self.state = "empty" if self.state == "loading" else "ready"
            self.play_when_loaded = False

    async def _load(self):
        await asyncio.sleep(0.03)
        self.state = "ready"
        self.on_loaded()
        if self.play_when_loaded:
            self.play_when_loaded = False
            await self.play()

    async def _play(self):
        await asyncio.sleep(0.03)
        self.state = "ready"
        self.on_finished()


# The adapter. What to edit for your own class:
# - `create` creates one fresh object for each word and passes every callback on to `emit`;
#   `emit("onError", code=5)` also passes arguments on;
# - `inputs` are the methods to call, by name; to pass arguments, write a dict instead:
#   inputs={"load": lambda player: player.load("a.mp3"), ...}; an exception means that the call is illegal;
# - `destroy` ends an object that is no longer needed.
# All of them run in an event loop, and may be coroutine functions. Its time is virtual: `asyncio.sleep(10)` takes no real
# time, and passes only in `wait` or in a call that awaits it. A class with its own sockets or threads runs in real time;
# then set `quiescence_ms` in player.toml.
if __name__ == "__main__":
    serve(
        name="player",
        create=lambda emit: Player(lambda: emit("onLoaded"), lambda: emit("onFinished")),
        inputs=["load", "play", "stop"],
        outputs=["onLoaded", "onFinished"],
        destroy=lambda player: player.stop(),
        clock="asyncio",
    )

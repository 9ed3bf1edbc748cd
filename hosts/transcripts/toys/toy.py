"""The toy component of the transcripts (see ../README.md) behind the Python host library."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))

from typestar_adapter import serve


class IllegalState(Exception):
    """The call is not allowed now."""


class Toy:
    """Emits callbacks at once or later, and can spoil the next reset."""

    spoiled = None

    def __init__(self, emit, clock):
        self.emit = emit
        self.clock = clock
        spoiled, Toy.spoiled = Toy.spoiled, None
        if spoiled == "brick":
            raise IllegalState("bricked")
        if spoiled != "mute":
            emit("onReady")

    def nothing(self):
        print("this must not disturb the protocol")

    def one(self):
        self.emit("onOne")

    def two(self):
        self.emit("onTwo")

    def tick(self):
        for name in ("onTick", "onTick", "onOne", "onTick"):
            self.emit(name)

    def five(self):
        self.emit("onProblem", code=5, text="low battery")

    def seven(self):
        self.emit("onProblem", code=7)

    def soon(self):
        self.clock.call_later(0.005, self.emit, "onSoon")

    def later(self):
        self.clock.call_later(6, self.emit, "onLater")

    def boom(self):
        raise IllegalState("boom")

    def bang(self):
        raise IllegalState("bang")

    def reserved(self):
        try:
            self.emit("quiet")
        except ValueError:
            pass

    def brick(self):
        Toy.spoiled = "brick"

    def mute(self):
        Toy.spoiled = "mute"

    def stray(self):
        self.clock.call_later(0, self._fail)

    def _fail(self):
        raise IllegalState("stray")


INPUTS = ["nothing", "one", "two", "tick", "five", "seven", "soon", "later", "boom", "bang"]
INPUTS += ["reserved", "brick", "mute", "stray"]
OUTPUTS = ["onReady", "onOne", "onTwo", "onTick", "onProblem", "onSoon", "onLater"]

serve(name="toy", version="1", create=Toy, inputs=INPUTS, outputs=OUTPUTS, clock="virtual")

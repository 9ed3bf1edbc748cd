"""What a limit of three tasks does. Tasks start, and places become free, in the next turn."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import output, serve

LIMIT = 3


class Tasks:
    def __init__(self, emit, clock):
        self.emit, self.clock = emit, clock
        self.waiting = self.starting = self.running = self.finishing = 0

    def places(self):
        return LIMIT - self.starting - self.running - self.finishing

    def start(self):
        if self.places() > 0:
            self.starting += 1
        else:
            self.waiting += 1
        self.clock.call_later(0, self.turn)

    def finish(self):
        if self.running == 0:
            return output("none")
        self.running -= 1
        self.finishing += 1
        self.clock.call_later(0, self.turn)

    def clear(self):
        self.waiting = 0

    def turn(self):
        self.finishing = 0
        while self.waiting > 0 and self.places() > 0:
            self.waiting -= 1
            self.starting += 1
        while self.starting > 0:
            self.starting -= 1
            self.running += 1
            self.emit("onStart")


serve(
    name="p-limit",
    clock="virtual",
    create=lambda emit, clock: Tasks(emit, clock),
    inputs=["start", "finish", "clear"],
    outputs=["onStart"],
)

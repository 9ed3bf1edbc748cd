"""What a reader of lines does that can be paused: a line is read at once, but lines that were kept, in the next turn."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve


class Reader:
    def __init__(self, emit, clock):
        self.emit, self.clock = emit, clock
        self.kept = 0
        self.is_paused = False

    def line(self):
        self.kept += 1
        if self.kept == 1:
            self.read()

    def pause(self):
        self.is_paused = True

    def resume(self):
        self.is_paused = False
        self.clock.call_later(0, self.read)

    def read(self):
        while self.kept > 0 and not self.is_paused:
            self.kept -= 1
            self.emit("onLine")


serve(
    name="readline-paused",
    clock="virtual",
    create=lambda emit, clock: Reader(emit, clock),
    inputs=["line", "pause", "resume"],
    outputs=["onLine"],
)

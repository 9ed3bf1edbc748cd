"""What asyncio.StreamReader does: it counts its bytes; at most one read waits for more."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.bytes = 0
        self.is_waiting = False
        self.has_ended = False

    def feed(self):
        if self.has_ended:
            raise AssertionError("feed_data after feed_eof")
        if self.is_waiting:
            self.is_waiting = False
            self.emit("onByte")
        else:
            self.bytes += 1

    def feed_eof(self):
        self.has_ended = True
        if self.is_waiting:
            self.is_waiting = False
            self.emit("onEnd")

    def read(self):
        if self.bytes > 0:
            self.bytes -= 1
            self.emit("onByte")
        elif self.has_ended:
            self.emit("onEnd")
        elif self.is_waiting:
            self.emit("onRefused")
        else:
            self.is_waiting = True


serve(
    name="stream_reader",
    create=lambda emit: Truth(emit),
    inputs={"feed": Truth.feed, "feedEof": Truth.feed_eof, "read": Truth.read},
    outputs=["onByte", "onEnd", "onRefused"],
    clock="asyncio",
)

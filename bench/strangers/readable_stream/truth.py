"""What a stream does that keeps three chunks for readers, or readers for chunks. They are told in the next turn."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import output, serve

LIMIT = 3


class Stream:
    def __init__(self, emit, clock):
        self.emit, self.clock = emit, clock
        self.chunks = self.reads = 0
        self.is_closing = False
        self.untold = []

    def tell(self, name):
        self.untold.append(name)
        self.clock.call_later(0, self.tell_all)

    def tell_all(self):
        while self.untold:
            self.emit(self.untold.pop(0))

    def read(self):
        if self.chunks > 0:
            self.chunks -= 1
            self.tell("onChunk")
        elif self.is_closing:
            self.tell("onDone")
        else:
            self.reads += 1

    def enqueue(self):
        if self.chunks >= LIMIT or self.is_closing and self.chunks == 0:
            return output("full")
        if self.is_closing:
            raise TypeError("closed")
        if self.reads > 0:
            self.reads -= 1
            self.tell("onChunk")
        else:
            self.chunks += 1

    def close(self):
        if self.is_closing:
            raise TypeError("closed")
        self.is_closing = True
        while self.reads > 0:
            self.reads -= 1
            self.tell("onDone")


serve(
    name="readable-stream",
    clock="virtual",
    create=lambda emit, clock: Stream(emit, clock),
    inputs=["read", "enqueue", "close"],
    outputs=["onChunk", "onDone"],
)

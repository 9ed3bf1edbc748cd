"""What a memory object stream for two items does: it counts items, or receivers who wait; close ends all of them."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.items = 0
        self.waiting = 0
        self.is_closed = False

    def send(self):
        if self.is_closed:
            return output("ClosedResourceError")
        if self.waiting > 0:
            self.waiting -= 1
            self.emit("onItem")
        elif self.items < 2:
            self.items += 1
        else:
            return output("WouldBlock")

    def receive(self):
        if self.items > 0:
            self.items -= 1
            self.emit("onItem")
        elif self.is_closed:
            self.emit("onEnd")
        else:
            self.waiting += 1

    def close(self):
        for _ in range(self.waiting):
            self.emit("onEnd")
        self.waiting = 0
        self.is_closed = True


serve(
    name="anyio_stream",
    create=lambda emit: Truth(emit),
    inputs=["send", "receive", "close"],
    outputs=["onItem", "onEnd"],
    clock="asyncio",
)

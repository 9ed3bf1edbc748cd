"""What a pool of two does: it counts what is free and who waits."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.free = 2
        self.waiting = 0

    def borrow(self):
        if self.free > 0:
            self.free -= 1
            self.emit("onBorrowed")
        else:
            self.waiting += 1

    def give_back(self):
        if self.free == 2:
            return output("tooMany")
        if self.waiting > 0:
            self.waiting -= 1
            self.emit("onBorrowed")
        else:
            self.free += 1


serve(
    name="semaphore_pool",
    create=lambda emit: Truth(emit),
    inputs={"borrow": Truth.borrow, "giveBack": Truth.give_back},
    outputs=["onBorrowed"],
    clock="asyncio",
)

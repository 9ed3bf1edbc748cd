"""What a stack of callbacks does: it counts them."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.count = 0

    def push(self):
        self.count += 1

    def close(self):
        for _ in range(self.count):
            self.emit("onExit")
        self.count = 0

    def pop_all(self):
        self.count = 0


serve(
    name="exit_stack",
    create=lambda emit, _clock: Truth(emit),
    inputs={"push": Truth.push, "close": Truth.close, "popAll": Truth.pop_all},
    outputs=["onExit"],
    clock="virtual",
)

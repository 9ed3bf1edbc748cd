"""What a buffer does: it counts, and flush makes that many callbacks."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.count = 0

    def log(self):
        self.count += 1

    def flush(self):
        for _ in range(self.count):
            self.emit("onRecord")
        self.count = 0


serve(
    name="memory_handler_flush",
    create=lambda emit, _clock: Truth(emit),
    inputs=["log", "flush"],
    outputs=["onRecord"],
    clock="virtual",
)

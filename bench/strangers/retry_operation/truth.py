"""What an operation with eight retries does."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve

RETRIES = 8


class Operation:
    def __init__(self, emit, clock):
        self.emit, self.clock = emit, clock
        self.left = RETRIES
        self.last = None

    def fail(self):
        if self.left == 0:
            return False
        self.left -= 1
        self.last = self.clock.call_later(1, self.emit, "onAttempt")
        return True

    def stop(self):
        if self.last:
            self.last.cancel()
        self.left = 0


serve(
    name="retry-operation",
    clock="virtual",
    create=lambda emit, clock: Operation(emit, clock),
    inputs=["fail", "stop"],
    outputs=["onAttempt"],
)

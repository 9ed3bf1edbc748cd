"""What a pool of three resources does: borrowers get one in the next turn, or wait."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import output, serve

LIMIT = 3


class Pool:
    def __init__(self, emit, clock):
        self.emit, self.clock = emit, clock
        self.waiting = self.held = 0

    def acquire(self):
        self.waiting += 1
        self.clock.call_later(0, self.serve)

    def release(self):
        if self.held == 0:
            return output("none")
        self.held -= 1
        self.clock.call_later(0, self.serve)

    def serve(self):
        while self.waiting > 0 and self.held < LIMIT:
            self.waiting -= 1
            self.held += 1
            self.emit("onAcquired")


serve(
    name="generic-pool",
    clock="virtual",
    create=lambda emit, clock: Pool(emit, clock),
    inputs=["acquire", "release"],
    outputs=["onAcquired"],
)

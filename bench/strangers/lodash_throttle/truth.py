"""What a throttled function does: a call is made at once, or, the last one, when the time is over."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self, emit, clock):
        self.emit, self.clock = emit, clock
        self.is_busy = False
        self.last = []

    def call(self, id):
        if self.is_busy:
            self.last = [id]
            return
        self.is_busy = True
        self.emit(output("onCall", id))
        self.clock.call_later(0.01, self.free)

    def free(self):
        self.is_busy = False
        for id in self.last:
            self.emit(output("onCall", id))
        self.last = []


serve(
    name="lodash_throttle",
    create=lambda emit, clock: Truth(emit, clock),
    inputs=["call"],
    outputs=["onCall"],
    clock="virtual",
)

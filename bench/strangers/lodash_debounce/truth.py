"""What a debounced function does: the last call is made when the time is over."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self, emit, clock):
        self.emit, self.clock = emit, clock
        self.timer = None

    def cancel(self):
        if self.timer:
            self.timer.cancel()

    def call(self, id):
        self.cancel()
        self.timer = self.clock.call_later(0.01, self.emit, output("onCall", id))


serve(
    name="lodash_debounce",
    create=lambda emit, clock: Truth(emit, clock),
    inputs=["call", "cancel"],
    outputs=["onCall"],
    clock="virtual",
)

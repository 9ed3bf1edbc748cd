"""What a Deferred does: it runs its callback when it has a result and the count of pauses is exactly zero."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.pauses = 0
        self.has_result = False
        self.has_run = False

    def pause(self):
        self.pauses += 1

    def unpause(self):
        self.pauses -= 1
        self.run()

    def callback(self):
        if self.has_result:
            return output("AlreadyCalledError")
        self.has_result = True
        self.run()

    def run(self):
        if self.pauses == 0 and self.has_result and not self.has_run:
            self.has_run = True
            self.emit("onResult")


serve(
    name="deferred_pause",
    create=lambda emit, _clock: Truth(emit),
    inputs=["pause", "unpause", "callback"],
    outputs=["onResult"],
    clock="virtual",
)

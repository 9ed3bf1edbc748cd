"""What seven attempts do: one every ten seconds, until one is fine or it was the last."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self, emit, clock):
        self.emit, self.clock = emit, clock
        self.is_fine = False
        self.has_started = False
        self.attempts = 0

    def start(self):
        if self.has_started:
            return output("already")
        self.has_started = True
        self.clock.call_later(0, self.attempt)

    def attempt(self):
        self.attempts += 1
        self.emit("onAttempt")
        if self.is_fine:
            self.emit("onDone")
        elif self.attempts == 7:
            self.emit("onGaveUp")
        else:
            self.clock.call_later(10, self.attempt)

    def repair(self):
        self.is_fine = True

    def spoil(self):
        self.is_fine = False


serve(
    name="tenacity_retry",
    create=lambda emit, clock: Truth(emit, clock),
    inputs=["start", "repair", "spoil"],
    outputs=["onAttempt", "onDone", "onGaveUp"],
    clock="virtual",
)

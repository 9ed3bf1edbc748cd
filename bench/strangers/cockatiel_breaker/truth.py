"""What the breaker does: it counts failures in a row, and the time since it opened."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

class Truth:
    def __init__(self):
        self.failures = 0
        self.open_for = None

    def may_run(self):
        return self.open_for is None or self.open_for >= 10

    def succeed(self):
        if not self.may_run():
            return "open"
        self.failures, self.open_for = 0, None
        return "done"

    def fail(self):
        if not self.may_run():
            return "open"
        self.failures = min(self.failures + 1, 12)
        if self.open_for is not None or self.failures >= 12:
            self.open_for = 0
        return "failed"

    def tick(self):
        if self.open_for is not None:
            self.open_for = min(self.open_for + 6, 12)


serve(
    name="cockatiel_breaker",
    create=lambda _emit, _clock: Truth(),
    inputs=["succeed", "fail", "tick"],
    outputs=[],
    clock="virtual",
)

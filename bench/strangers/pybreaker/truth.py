"""What pybreaker does: it counts failures in a row; at five it opens for a minute, then one call is on trial."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.failures = 0
        self.is_open = False
        self.has_cooled = False

    def succeed(self):
        if self.is_open and not self.has_cooled:
            return output("CircuitBreakerError")
        self.is_open = False
        self.failures = 0

    def fail(self):
        if self.is_open and not self.has_cooled:
            return output("CircuitBreakerError")
        self.failures += 1
        if self.is_open or self.failures == 5:
            self.is_open, self.has_cooled = True, False
            self.failures = 0
            return output("CircuitBreakerError")
        return output("OSError")

    def minute(self):
        self.has_cooled = True


serve(
    name="pybreaker",
    create=lambda _emit, _clock: Truth(),
    inputs=["succeed", "fail", "minute"],
    outputs=[],
    clock="virtual",
)

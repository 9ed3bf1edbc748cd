"""What a circuit breaker does: it counts calls and failures."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve


class Error(Exception):
    pass


class Breaker:
    def __init__(self, emit, clock):
        self.emit, self.clock = emit, clock
        self.state = "closed"
        self.rotate()

    def rotate(self):
        self.calls = self.failures = 0

    def begin(self):
        self.calls += 1
        if self.state == "open":
            raise Error("Breaker is open")

    def succeed(self):
        self.begin()
        self.state = "closed"

    def fail(self):
        self.begin()
        self.failures += 1
        if self.state == "half open" or self.calls >= 10 and self.failures / self.calls > 0.5:
            self.state = "open"
            self.clock.call_later(30, self.half_open)
        raise ValueError("it failed")

    def half_open(self):
        self.state = "half open"
        self.emit("onHalfOpen")


serve(
    name="circuit-breaker",
    clock="virtual",
    create=lambda emit, clock: Breaker(emit, clock),
    inputs=["succeed", "fail", "rotate"],
    outputs=["onHalfOpen"],
)

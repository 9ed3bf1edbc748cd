"""What a limiter of 30 points in a minute does. The minute begins with the first point."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve

POINTS = 30


class Limiter:
    def __init__(self, clock):
        self.clock = clock
        self.consumed = 0
        self.minute = None

    def consume(self):
        if self.minute is None:
            self.minute = self.clock.call_later(60, self.forget)
        self.consumed = min(self.consumed + 1, POINTS + 1)
        if self.consumed > POINTS:
            raise ValueError("too many")

    def forget(self):
        self.consumed = 0
        self.minute = None

    def delete(self):
        was_there = self.minute is not None
        if was_there:
            self.minute.cancel()
            self.forget()
        return was_there


serve(
    name="rate-limiter",
    clock="virtual",
    create=lambda _emit, clock: Limiter(clock),
    inputs=["consume", "delete"],
    outputs=[],
)

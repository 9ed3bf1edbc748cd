"""What the timeout of a socket is: whole nanoseconds in 64 bits, not negative."""

import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Truth:
    def __init__(self):
        self.nanoseconds = None

    def set(self, seconds):
        nanoseconds = math.ceil(seconds * 1e9) if seconds >= 0 else math.floor(seconds * 1e9)
        if nanoseconds < 0 or nanoseconds >= 2**63:
            raise ValueError("timeout value out of range")
        self.nanoseconds = nanoseconds

    def get(self):
        return None if self.nanoseconds is None else self.nanoseconds / 1e9


serve(
    name="socket_settimeout",
    create=lambda _emit: Truth(),
    inputs=["set", "get"],
    outputs=[],
)

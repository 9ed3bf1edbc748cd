"""What a number of 16 bits does: it keeps the last 16 bits, of which the first is the sign."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Truth:
    def __init__(self):
        self.number = 0

    def set(self, number):
        self.number = (number + 2**15) % 2**16 - 2**15

    def get(self):
        return self.number


serve(
    name="ctypes_short",
    create=lambda _emit, _clock: Truth(),
    inputs=["set", "get"],
    outputs=[],
    clock="virtual",
)

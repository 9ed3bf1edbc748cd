"""What a resizable ArrayBuffer of at most 32 bytes does: a length, and whether it is detached."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve

LIMIT = 32


class RangeError(Exception):
    pass


class Buffer:
    def __init__(self):
        self.length = 0
        self.is_detached = False

    def resize(self, length):
        if self.is_detached:
            raise TypeError()
        if not 0 <= length <= LIMIT:
            raise RangeError()
        self.length = length

    def grow(self):
        self.resize(self.length + 1)

    def shrink(self):
        self.resize(self.length - 1)

    def detach(self):
        self.is_detached = True
        self.length = 0


serve(name="array-buffer", create=lambda _emit: Buffer(), inputs=["grow", "shrink", "detach"], outputs=[])

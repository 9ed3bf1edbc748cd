"""What io.BytesIO does: it counts the views of its buffer, and while there are some it does not change its size."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.views = 0
        self.is_closed = False

    def export(self):
        if self.is_closed:
            return output("ValueError")
        self.views += 1

    def release(self):
        if self.views == 0:
            return output("IndexError")
        self.views -= 1

    def write(self):
        if self.is_closed:
            return output("ValueError")
        if self.views > 0:
            return output("BufferError")

    def close(self):
        if self.views > 0:
            return output("BufferError")
        self.is_closed = True


serve(
    name="bytesio_exports",
    create=lambda _emit, _clock: Truth(),
    inputs=["export", "release", "write", "close"],
    outputs=[],
    clock="virtual",
)

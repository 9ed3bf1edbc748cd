"""What bufferCount(24) does: it counts values, and is over after complete or an error."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import output, serve

LIMIT = 24


class Buffering:
    def __init__(self):
        self.values = 0
        self.is_over = False

    def next(self):
        if self.is_over:
            return None
        self.values += 1
        if self.values == LIMIT:
            self.values = 0
            return output("buffer")

    def complete(self):
        if self.is_over:
            return None
        self.is_over = True
        return output("buffer+completed" if self.values > 0 else "completed")

    def fail(self):
        if self.is_over:
            return None
        self.is_over = True
        return output("failed")


serve(name="buffer-count", create=lambda _emit: Buffering(), inputs=["next", "complete", "fail"], outputs=[])

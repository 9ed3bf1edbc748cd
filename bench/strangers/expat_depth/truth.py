"""What expat does with one kind of element: it counts those that are open; there is one outermost element."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Truth:
    def __init__(self):
        self.depth = 0
        self.has_begun = False
        self.has_finished = False

    def open(self):
        self.check(not self.has_finished and (self.depth > 0 or not self.has_begun))
        self.has_begun = True
        self.depth += 1

    def close(self):
        self.check(self.depth > 0)
        self.depth -= 1

    def text(self):
        self.check(self.depth > 0)

    def finish(self):
        self.check(self.has_begun and self.depth == 0 and not self.has_finished)
        self.has_finished = True

    def check(self, is_well_formed):
        if not is_well_formed:
            raise ValueError("not well-formed")


serve(
    name="expat_depth",
    create=lambda _emit, _clock: Truth(),
    inputs=["open", "close", "text", "finish"],
    outputs=[],
    clock="virtual",
)

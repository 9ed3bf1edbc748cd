"""What a decompressor does that gets whole halves of one stream. A part in the wrong place is an error, but bytes of the first half are read one by one."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

class Truth:
    def __init__(self):
        self.has_first = self.is_ended = False

    def first(self):
        if self.is_ended:
            raise EOFError("the stream has ended")
        if self.has_first:
            raise OSError("no such block")
        self.has_first = True
        return "nothing"

    def second(self):
        if self.is_ended:
            raise EOFError("the stream has ended")
        if not self.has_first:
            raise OSError("no stream")
        self.is_ended = True
        return "text"

    def needs_input(self):
        return not self.is_ended

    def unused(self):
        return False


serve(
    name="bz2_decompressor",
    create=lambda _emit, _clock: Truth(),
    inputs={"first": Truth.first, "second": Truth.second, "needsInput": Truth.needs_input, "unused": Truth.unused},
    outputs=[],
    clock="virtual",
)

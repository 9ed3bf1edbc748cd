"""What streams do of which two may be open: those that were reset are forgotten."""

import itertools
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.numbers = itertools.count(10**12)
        self.streams = []
        self.is_idle = True

    def open(self):
        if len(self.streams) == 2:
            return output("refused")
        self.is_idle = False
        self.streams.append(next(self.numbers))
        return output("opened", self.streams[-1])

    def reset(self, stream):
        if self.is_idle:
            raise RuntimeError("nothing was opened yet")
        if stream not in self.streams:
            return output("missing")
        self.streams.remove(stream)


serve(
    name="h2_streams",
    create=lambda _emit, _clock: Truth(),
    inputs=["open", "reset"],
    outputs=[],
    clock="virtual",
)

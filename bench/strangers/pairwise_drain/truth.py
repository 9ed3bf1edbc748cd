"""What a stream of pairs does: each value is told with the one before it."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.last = []

    def next(self, item):
        for last in self.last:
            self.emit(output("onPair", last, item))
        self.last = [item]


serve(
    name="pairwise_drain",
    create=lambda emit, _clock: Truth(emit),
    inputs=["next"],
    outputs=["onPair"],
    clock="virtual",
)

"""What a stream does that tells a value only if it is not the last one."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.last = None

    def next(self, item):
        if item != self.last:
            self.last = item
            self.emit(output("onNext", item))


serve(
    name="distinct_until_changed",
    create=lambda emit, _clock: Truth(emit),
    inputs=["next"],
    outputs=["onNext"],
    clock="virtual",
)

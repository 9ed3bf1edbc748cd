"""What a signal does that is aborted once: it keeps the first reason, and tells it."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.first = None

    def abort(self, item):
        if self.first is None:
            self.first = item
            self.emit(output("onAbort", item))

    def reason(self):
        return self.first


serve(
    name="abort_reason",
    create=lambda emit, _clock: Truth(emit),
    inputs=["abort", "reason"],
    outputs=["onAbort"],
    clock="virtual",
)

"""What a subject does that tells its last value when it is complete."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.last = []
        self.is_over = False

    def next(self, item):
        self.last = [item]

    def complete(self):
        if not self.is_over:
            for item in self.last:
                self.emit(output("onNext", item))
            self.end("onComplete")

    def fail(self):
        if not self.is_over:
            self.end("onFailure")

    def end(self, callback):
        self.is_over = True
        self.emit(callback)


serve(
    name="async_subject",
    create=lambda emit, _clock: Truth(emit),
    inputs=["next", "complete", "fail"],
    outputs=["onNext", "onComplete", "onFailure"],
    clock="virtual",
)

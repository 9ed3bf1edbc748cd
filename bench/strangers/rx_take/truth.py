"""What take(6) does: it counts items up to six."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.left = 6

    def next(self):
        if self.left > 0:
            self.left -= 1
            self.emit("onNext")
            if self.left == 0:
                self.emit("onCompleted")

    def complete(self):
        if self.left > 0:
            self.left = 0
            self.emit("onCompleted")


serve(
    name="rx_take",
    create=lambda emit, _clock: Truth(emit),
    inputs=["next", "complete"],
    outputs=["onNext", "onCompleted"],
    clock="virtual",
)

"""What a writable stream does with corks: what is written is kept until the last cork is gone."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve


class Stream:
    def __init__(self, emit):
        self.emit = emit
        self.corks = self.kept = 0

    def write(self):
        self.kept += 1
        self.pour()

    def cork(self):
        self.corks += 1

    def uncork(self):
        self.corks = max(0, self.corks - 1)
        self.pour()

    def pour(self):
        while self.corks == 0 and self.kept > 0:
            self.kept -= 1
            self.emit("onWrite")


serve(
    name="writable-cork",
    clock="virtual",
    create=lambda emit, _clock: Stream(emit),
    inputs=["write", "cork", "uncork"],
    outputs=["onWrite"],
)

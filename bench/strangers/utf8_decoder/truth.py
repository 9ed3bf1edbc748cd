"""What the incremental decoder for UTF-8 does: it counts the bytes that are missing. Each call says how many characters came out."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.missing = 0

    def ascii(self):
        return output("UnicodeDecodeError") if self.missing else 1

    def lead(self, missing):
        if self.missing:
            return output("UnicodeDecodeError")
        self.missing = missing
        return 0

    def continuation(self):
        if not self.missing:
            return output("UnicodeDecodeError")
        self.missing -= 1
        return 0 if self.missing else 1

    def finish(self):
        return output("UnicodeDecodeError") if self.missing else 0

    def reset(self):
        self.missing = 0


serve(
    name="utf8_decoder",
    create=lambda _emit, _clock: Truth(),
    inputs={
        "ascii": Truth.ascii,
        "leadOf2": lambda truth: truth.lead(1),
        "leadOf3": lambda truth: truth.lead(2),
        "leadOf4": lambda truth: truth.lead(3),
        "continuation": Truth.continuation,
        "finish": Truth.finish,
        "reset": Truth.reset,
    },
    outputs=[],
    clock="virtual",
)

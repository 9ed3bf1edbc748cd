"""What wave.Wave_write does: three parameters, then a header, then data."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.known = {"channels": False, "width": False, "rate": False}
        self.has_header = False
        self.has_data = False
        self.is_closed = False

    def set(self, parameter):
        if self.has_data:
            return output("Error")
        self.known[parameter] = True

    def write(self):
        if not self.has_header and not all(self.known.values()):
            return output("Error")
        if self.is_closed:
            return output("AttributeError")
        self.has_header = self.has_data = True

    def close(self):
        if self.is_closed:
            return None
        self.is_closed = True
        if not self.has_header and not all(self.known.values()):
            return output("Error")
        self.has_header = True


serve(
    name="wave_write",
    create=lambda _emit, _clock: Truth(),
    inputs={
        "setChannels": lambda truth: truth.set("channels"),
        "setWidth": lambda truth: truth.set("width"),
        "setRate": lambda truth: truth.set("rate"),
        "write": Truth.write,
        "close": Truth.close,
    },
    outputs=[],
    clock="virtual",
)

"""What a stream of h2 does as a client: a window of 65,535 bytes, of which each piece takes 5,000."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.window = 65535
        self.is_open = False
        self.has_ended = False
        self.was_reset = False

    def headers(self):
        self.check(not self.is_open)
        self.is_open = True

    def data(self):
        self.check(self.is_open)
        if self.window < 5000:
            return output("FlowControlError")
        self.check(not self.has_ended and not self.was_reset)
        self.window -= 5000

    def end(self):
        self.check(self.is_open and not self.has_ended and not self.was_reset)
        self.has_ended = True

    def reset(self):
        self.check(self.is_open and not self.was_reset)
        self.was_reset = True

    def check(self, is_legal):
        if not is_legal:
            raise RuntimeError("not now")


serve(
    name="h2_window",
    create=lambda _emit, _clock: Truth(),
    inputs=["headers", "data", "end", "reset"],
    outputs=[],
    clock="virtual",
)

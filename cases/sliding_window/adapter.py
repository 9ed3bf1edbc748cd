"""The receiver of a sliding-window protocol as a typestar adapter."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Receiver:
    """Takes frames in order, the first one with any number, and acknowledges them in order, at most two later."""

    def __init__(self):
        self.waiting = []
        self.last = None

    def frame(self, number):
        if len(self.waiting) == 2 or self.last is not None and number != self.last + 1:
            return output("dropped")
        self.waiting.append(number)
        self.last = number

    def acknowledge(self, number):
        if not self.waiting or number != self.waiting[0]:
            return output("unknown")
        self.waiting.pop(0)


serve(name="sliding-window", create=lambda _emit: Receiver(), inputs=["frame", "acknowledge"])

"""The receiver of a sliding-window protocol as a typestar adapter."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Receiver:
    """Takes the next frame, and keeps the one after it. The first frame tells where the numbers begin."""

    def __init__(self):
        self.last = None
        self.is_next_but_one_here = False

    def frame(self, number):
        if self.last is None or number == self.last + 1:
            self.last = number + 1 if self.is_next_but_one_here else number
            self.is_next_but_one_here = False
            return output("delivered")
        if number == self.last + 2 and not self.is_next_but_one_here:
            self.is_next_but_one_here = True
            return output("kept")
        return output("dropped")


serve(name="sliding-window", create=lambda _emit: Receiver(), inputs=["frame"])

"""The receiver of the alternating-bit protocol as a typestar adapter."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Receiver:
    """Delivers frames whose bits alternate, and recognises a repeated frame by its bit."""

    def __init__(self):
        self.expected = 0

    def frame(self, bit, data):
        if bit not in (0, 1):
            return output("damaged")
        if bit != self.expected:
            return output("repeated")
        self.expected = 1 - bit
        return output("delivered", data)


serve(name="alternating-bit", create=lambda _emit: Receiver(), inputs=["frame"])

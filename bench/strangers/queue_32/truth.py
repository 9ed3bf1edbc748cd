"""What queue.Queue(maxsize=32) does: it counts its items."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.items = 0

    def put(self):
        if self.items == 32:
            return output("Full")
        self.items += 1

    def get(self):
        if self.items == 0:
            return output("Empty")
        self.items -= 1


serve(
    name="queue_32",
    create=lambda _emit, _clock: Truth(),
    inputs=["put", "get"],
    outputs=[],
    clock="virtual",
)

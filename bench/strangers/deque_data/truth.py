"""What collections.deque does as a queue: a list of items without limit."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.items = []

    def append(self, item):
        self.items.append(item)

    def popleft(self):
        return self.items.pop(0) if self.items else output("IndexError")


serve(
    name="deque_data",
    create=lambda _emit, _clock: Truth(),
    inputs=["append", "popleft"],
    outputs=[],
    clock="virtual",
)

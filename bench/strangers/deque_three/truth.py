"""What the ring does: a list of at most three items."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

class Truth:
    def __init__(self):
        self.items = []

    def append(self, item):
        self.items = [*self.items, item][-3:]

    def pop(self):
        return output("pop", self.items.pop()) if self.items else output("none")

    def popleft(self):
        return output("popleft", self.items.pop(0)) if self.items else output("none")


serve(
    name="deque_three",
    create=lambda _emit, _clock: Truth(),
    inputs=["append", "pop", "popleft"],
    outputs=[],
    clock="virtual",
)

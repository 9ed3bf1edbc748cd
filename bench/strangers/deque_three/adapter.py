"""collections.deque with room for three as a typestar adapter."""

import os
import sys
from collections import deque

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

class Ring:
    def __init__(self):
        self.items = deque(maxlen=3)

    def append(self, item):
        self.items.append(item)

    def pop(self):
        return output("pop", self.items.pop()) if self.items else output("none")

    def popleft(self):
        return output("popleft", self.items.popleft()) if self.items else output("none")


serve(
    name="deque_three",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: Ring(),
    inputs=["append", "pop", "popleft"],
    outputs=[],
    clock="virtual",
)

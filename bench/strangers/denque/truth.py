"""What a queue does."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve


class Queue:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def shift(self):
        return self.items.pop(0) if self.items else None


serve(name="denque", create=lambda _emit: Queue(), inputs=["push", "shift"], outputs=[])

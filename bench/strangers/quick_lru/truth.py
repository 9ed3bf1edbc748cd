"""What the cache does: two generations; where the young one is full, it becomes the old one."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

class Truth:
    def __init__(self):
        self.young, self.old = [], []

    def set(self, key):
        if key in self.young:
            return
        self.add(key)

    def add(self, key):
        self.young.append(key)
        if len(self.young) >= 2:
            self.young, self.old = [], self.young

    def has(self, key):
        return output("hit" if key in self.young or key in self.old else "miss")

    def get(self, key):
        if key in self.young:
            return output("hit")
        if key not in self.old:
            return output("miss")
        self.old.remove(key)
        self.add(key)
        return output("hit")


serve(
    name="quick_lru",
    create=lambda _emit, _clock: Truth(),
    inputs=["set", "has", "get"],
    outputs=[],
    clock="virtual",
)

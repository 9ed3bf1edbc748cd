"""What a cache of three keys does that drops the key that was not used for longest."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import output, serve

LIMIT = 3


class Cache:
    def __init__(self):
        self.keys = []  # the last one was used last

    def set(self, key):
        if key in self.keys:
            self.keys.remove(key)
        self.keys.append(key)
        del self.keys[:-LIMIT]

    def get(self, key):
        if key not in self.keys:
            return output("miss")
        self.set(key)
        return output("hit")

    def has(self, key):
        return output("hit" if key in self.keys else "miss")


serve(name="lru-cache", create=lambda _emit: Cache(), inputs=["set", "get", "has"], outputs=[])

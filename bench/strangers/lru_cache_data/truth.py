"""What an LRU cache for two keys does: a list of keys and values, the last one used most recently."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Truth:
    def __init__(self):
        self.items = []

    def set(self, key, value):
        self.items = [item for item in self.items if item[0] != key] + [(key, value)]
        self.items = self.items[-2:]

    def get(self, key):
        found = [item for item in self.items if item[0] == key]
        if not found:
            return None
        self.set(*found[0])
        return found[0][1]


serve(
    name="lru_cache_data",
    create=lambda _emit, _clock: Truth(),
    inputs=["set", "get"],
    outputs=[],
    clock="virtual",
)

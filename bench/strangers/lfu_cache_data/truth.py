"""What the cache does: it counts how often each key was used. The list has those first that came to their count first."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

class Truth:
    def __init__(self):
        self.uses = {}

    def put(self, key):
        if key not in self.uses and len(self.uses) == 2:
            del self.uses[min(self.uses, key=lambda other: self.uses[other])]
        self.touch(key)

    def get(self, key):
        if key not in self.uses:
            return output("miss")
        self.touch(key)
        return output("hit")

    def touch(self, key):
        uses = self.uses.pop(key, 0)
        self.uses[key] = uses + 1


serve(
    name="lfu_cache_data",
    create=lambda _emit, _clock: Truth(),
    inputs=["put", "get"],
    outputs=[],
    clock="virtual",
)

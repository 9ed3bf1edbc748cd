"""What cachetools.TTLCache does with one key: it counts the ticks that are left."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Truth:
    def __init__(self):
        self.left = 0

    def put(self):
        self.left = 10

    def has(self):
        return self.left > 0

    def tick(self):
        self.left = max(self.left - 1, 0)


serve(
    name="ttl_cache",
    create=lambda _emit, _clock: Truth(),
    inputs=["put", "has", "tick"],
    outputs=[],
    clock="virtual",
)

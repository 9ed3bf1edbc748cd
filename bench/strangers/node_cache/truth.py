"""What a cache of at most 16 keys does."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve

LIMIT = 16


class Shelf:
    def __init__(self):
        self.keys = 0

    def put(self):
        if self.keys >= LIMIT:
            raise ValueError("it is full")
        self.keys += 1

    def take(self):
        if self.keys == 0:
            return None
        self.keys -= 1
        return "value"

    def flush(self):
        self.keys = 0


serve(name="node-cache", create=lambda _emit: Shelf(), inputs=["put", "take", "flush"], outputs=[])

"""What a cache of two does: the key that was used last is at the end."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

class Truth:
    def __init__(self):
        self.keys = []

    def call(self, key):
        is_known = key in self.keys
        self.keys = [other for other in self.keys if other != key][-1:] if not is_known else [
            other for other in self.keys if other != key
        ]
        self.keys.append(key)
        return output("hit" if is_known else "miss")

    def clear(self):
        self.keys = []


serve(
    name="functools_cache",
    create=lambda _emit, _clock: Truth(),
    inputs=["call", "clear"],
    outputs=[],
    clock="virtual",
)

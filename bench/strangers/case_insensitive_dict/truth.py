"""What a dictionary does that does not care about case: values by keys in small letters."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.values = {}

    def set(self, key, value):
        self.values[key.lower()] = value

    def get(self, key):
        return self.values.get(key.lower())

    def delete(self, key):
        if key.lower() not in self.values:
            return output("KeyError")
        del self.values[key.lower()]


serve(
    name="case_insensitive_dict",
    create=lambda _emit, _clock: Truth(),
    inputs=["set", "get", "delete"],
    outputs=[],
    clock="virtual",
)

"""What a table for one text does that does not care about trailing blanks."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.name = None

    def insert(self, name):
        if self.name is not None:
            return output("full")
        self.name = name.rstrip(" ")
        return output("inserted")

    def delete(self, name):
        if name.rstrip(" ") != self.name:
            return output("missing")
        self.name = None
        return output("deleted")


serve(
    name="sqlite_rtrim",
    create=lambda _emit, _clock: Truth(),
    inputs=["insert", "delete"],
    outputs=[],
    clock="virtual",
)

"""What a table for one row does: the row in an empty table always has the same number."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

NUMBER = 10**12


class Truth:
    def __init__(self):
        self.is_full = False

    def insert(self):
        if self.is_full:
            return output("full")
        self.is_full = True
        return output("inserted", NUMBER)

    def delete(self, row):
        if not self.is_full or row != NUMBER:
            return output("missing")
        self.is_full = False
        return output("deleted")


serve(
    name="sqlite_rowid",
    create=lambda _emit, _clock: Truth(),
    inputs=["insert", "delete"],
    outputs=[],
    clock="virtual",
)

"""What a table with AUTOINCREMENT for two rows does: a counter, and the rows that are there."""

import itertools
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.numbers = itertools.count(10**12)
        self.rows = []

    def insert(self):
        if len(self.rows) == 2:
            return output("full")
        self.rows.append(next(self.numbers))
        return output("inserted", self.rows[-1])

    def delete(self, row):
        if row not in self.rows:
            return output("missing")
        self.rows.remove(row)
        return output("deleted")


serve(
    name="sqlite_autoincrement",
    create=lambda _emit, _clock: Truth(),
    inputs=["insert", "delete"],
    outputs=[],
    clock="virtual",
)

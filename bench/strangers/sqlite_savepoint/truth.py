"""What savepoints do: they are counted inside a transaction, which the first of them begins if nobody else did."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

class Truth:
    def __init__(self):
        self.is_open = False
        self.began = False
        self.depth = 0

    def begin(self):
        if self.is_open:
            return output("refused")
        self.is_open = self.began = True

    def savepoint(self):
        self.is_open = True
        self.depth += 1

    def release(self):
        if self.depth == 0:
            return output("refused")
        self.depth -= 1
        self.is_open = self.began or self.depth > 0

    def rollback_to(self):
        if self.depth == 0:
            return output("refused")

    def commit(self):
        if not self.is_open:
            return output("refused")
        self.is_open = self.began = False
        self.depth = 0


serve(
    name="sqlite_savepoint",
    create=lambda _emit, _clock: Truth(),
    inputs={
        "begin": Truth.begin,
        "savepoint": Truth.savepoint,
        "release": Truth.release,
        "rollbackTo": Truth.rollback_to,
        "commit": Truth.commit,
    },
    outputs=[],
    clock="virtual",
)

"""What sqlite3.Blob does: a position from 0 to 20, until it is closed."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.position = 0
        self.is_closed = False

    def read(self):
        if self.is_closed:
            return output("ProgrammingError")
        if self.position == 20:
            return 0
        self.position += 1
        return 1

    def write(self):
        if self.is_closed:
            return output("ProgrammingError")
        if self.position == 20:
            return output("ValueError")
        self.position += 1

    def rewind(self):
        if self.is_closed:
            return output("ProgrammingError")
        self.position = 0

    def close(self):
        self.is_closed = True


serve(
    name="sqlite_blob",
    create=lambda _emit, _clock: Truth(),
    inputs=["read", "write", "rewind", "close"],
    outputs=[],
    clock="virtual",
)

"""What zipfile.ZipFile does in the mode "w": an entry that is open blocks the archive."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.is_closed = False
        self.had_handle = False
        self.is_writing = False
        self.has_entry = False

    def open_entry(self):
        if self.is_closed or self.is_writing:
            return output("ValueError")
        self.had_handle = self.is_writing = True

    def write(self):
        if not self.had_handle:
            return output("AttributeError")
        if not self.is_writing:
            return output("ValueError")

    def close_entry(self):
        if not self.had_handle:
            return output("AttributeError")
        if self.is_writing:
            self.is_writing, self.has_entry = False, True

    def writestr(self):
        if self.is_closed or self.is_writing:
            return output("ValueError")
        self.has_entry = True

    def read(self):
        if self.is_closed:
            return output("ValueError")
        if not self.has_entry:
            return output("KeyError")
        if self.is_writing:
            return output("ValueError")

    def close(self):
        if self.is_writing:
            return output("ValueError")
        self.is_closed = True


serve(
    name="zipfile_w",
    create=lambda _emit, _clock: Truth(),
    inputs={
        "openEntry": Truth.open_entry,
        "write": Truth.write,
        "closeEntry": Truth.close_entry,
        "writestr": Truth.writestr,
        "read": Truth.read,
        "close": Truth.close,
    },
    outputs=[],
    clock="virtual",
)

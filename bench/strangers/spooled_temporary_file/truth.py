"""What tempfile.SpooledTemporaryFile does: it counts bytes up to ten, and rolls over once."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.size = 0
        self.is_closed = False
        self.is_on_disk = False
        self.has_rolled = False

    def write(self):
        if self.is_closed:
            return output("ValueError")
        if self.size <= 10:
            self.size += 1
        if self.size > 10:
            return self.rollover()

    def rollover(self):
        if self.has_rolled:
            return None
        if self.is_on_disk:  # the arguments for a new file are gone
            return output("AttributeError")
        self.is_on_disk = True
        if self.is_closed:  # the new file is there before the old one is read
            self.is_closed, self.size = False, 0
            return output("ValueError")
        self.has_rolled = True

    def close(self):
        self.is_closed = True

    def name(self):
        return 1 if self.is_on_disk else None


serve(
    name="spooled_temporary_file",
    create=lambda _emit, _clock: Truth(),
    inputs=["write", "rollover", "close", "name"],
    outputs=[],
    clock="virtual",
)

"""What a writable stream for twenty objects does, and a writer who waits for drain when it is full."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import output, serve

LIMIT = 20


class Writer:
    def __init__(self):
        self.length = 0
        self.needs_drain = False

    def write(self):
        if self.needs_drain:
            return output("notNow")
        self.length += 1
        self.needs_drain = self.length >= LIMIT
        return not self.needs_drain

    def finish(self):
        if self.length == 0:
            return output("none")
        self.length -= 1
        if self.length == 0 and self.needs_drain:
            self.needs_drain = False
            return output("drain")


serve(name="writable-drain", create=lambda _emit: Writer(), inputs=["write", "finish"], outputs=[])

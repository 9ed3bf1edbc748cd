"""What a stream does that keeps the last twenty entries."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import output, serve

LIMIT = 20


class Stream:
    def __init__(self):
        self.unread = 0

    def add(self):
        self.unread = min(self.unread + 1, LIMIT)

    def read(self):
        if self.unread == 0:
            return output("nothing")
        self.unread -= 1
        return output("entry")


serve(name="redis-stream", create=lambda _emit: Stream(), inputs=["add", "read"], outputs=[])

"""A bounded queue as a typestar adapter."""

import os
import sys
from collections import deque

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Queue:
    """A queue of two items: first in, first out."""

    def __init__(self):
        self.items = deque()

    def offer(self, item):
        if len(self.items) == 2:
            return output("full")
        self.items.append(item)

    def poll(self):
        return self.items.popleft() if self.items else None


serve(name="fifo", create=lambda _emit: Queue(), inputs=["offer", "poll"])

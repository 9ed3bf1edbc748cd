"""A bounded priority queue as a typestar adapter."""

import os
import sys
from heapq import heappop, heappush

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class PriorityQueue:
    """A queue of two items that returns the smallest one first."""

    def __init__(self):
        self.items = []

    def offer(self, item):
        if len(self.items) == 2:
            return output("full")
        heappush(self.items, item)

    def poll(self):
        return heappop(self.items) if self.items else None


serve(name="priority-queue", create=lambda _emit: PriorityQueue(), inputs=["offer", "poll"])

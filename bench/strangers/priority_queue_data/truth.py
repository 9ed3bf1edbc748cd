"""What queue.PriorityQueue(3) does: a sorted list of at most three numbers."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.items = []

    def put(self, item):
        if len(self.items) == 3:
            return output("Full")
        self.items = sorted(self.items + [item])

    def get(self):
        return self.items.pop(0) if self.items else output("Empty")


serve(
    name="priority_queue_data",
    create=lambda _emit, _clock: Truth(),
    inputs=["put", "get"],
    outputs=[],
    clock="virtual",
)

"""What asyncio.Queue(2) does without waiting: a list of at most two items."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.items = []

    def put(self, item):
        if len(self.items) == 2:
            return output("QueueFull")
        self.items.append(item)

    def get(self):
        return self.items.pop(0) if self.items else output("QueueEmpty")


serve(
    name="asyncio_queue_data",
    create=lambda _emit: Truth(),
    inputs=["put", "get"],
    outputs=[],
    clock="asyncio",
)

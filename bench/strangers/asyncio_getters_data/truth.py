"""What asyncio.Queue does: it keeps items in order, or counts getters who wait for some."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.items = []
        self.getters = 0

    def put(self, item):
        self.items.append(item)
        self.deliver()

    def get(self):
        self.getters += 1
        self.deliver()

    def deliver(self):
        while self.items and self.getters:
            self.getters -= 1
            self.emit(output("onItem", self.items.pop(0)))


serve(
    name="asyncio_getters_data",
    create=lambda emit: Truth(emit),
    inputs=["put", "get"],
    outputs=["onItem"],
    clock="asyncio",
)

"""What a queue of tasks does that run one after the other."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import output, serve


class Tasks:
    def __init__(self, emit, clock):
        self.emit, self.clock = emit, clock
        self.ids = []

    def add(self, id):
        self.ids.append(id)
        if len(self.ids) == 1:
            self.start()

    def start(self):
        self.clock.call_later(0.01, self.finish)

    def finish(self):
        self.emit(output("onDone", self.ids.pop(0)))
        if self.ids:
            self.start()


serve(
    name="p-queue",
    clock="virtual",
    create=lambda emit, clock: Tasks(emit, clock),
    inputs=["add"],
    outputs=["onDone"],
)

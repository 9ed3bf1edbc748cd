"""What graphlib.TopologicalSorter does with a chain of twelve: the next node is ready, then out, then done."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.is_prepared = False
        self.done = 0
        self.is_out = False

    def prepare(self):
        if self.is_prepared:
            return output("ValueError")
        self.is_prepared = True

    def get_ready(self):
        if not self.is_prepared:
            return output("ValueError")
        if self.is_out or self.done == 12:
            return 0
        self.is_out = True
        return 1

    def done_next(self):
        if not self.is_prepared or not self.is_out:
            return output("ValueError")
        self.is_out = False
        self.done += 1

    def is_active(self):
        return self.done < 12 if self.is_prepared else output("ValueError")


serve(
    name="topological_sorter",
    create=lambda _emit, _clock: Truth(),
    inputs={
        "prepare": Truth.prepare,
        "getReady": Truth.get_ready,
        "doneNext": Truth.done_next,
        "isActive": Truth.is_active,
    },
    outputs=[],
    clock="virtual",
)

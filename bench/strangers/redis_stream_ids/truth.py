"""What a stream does that keeps the last two entries."""

import itertools
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    numbers = itertools.count()

    def __init__(self):
        self.entries = []

    def add(self):
        self.entries = self.entries[-1:] + ["entry %d" % next(self.numbers)]
        return output("added", self.entries[-1])

    def delete(self, entry):
        if entry not in self.entries:
            return output("missing")
        self.entries.remove(entry)
        return output("deleted")


serve(
    name="redis_stream_ids",
    create=lambda _emit: Truth(),
    inputs=["add", "delete"],
    outputs=[],
)

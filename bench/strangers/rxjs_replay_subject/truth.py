"""What a ReplaySubject(2) does: it keeps the last two values, until it is complete."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import output, serve


class Subject:
    def __init__(self):
        self.values = []
        self.is_over = False

    def next(self, value):
        if not self.is_over:
            self.values = self.values[-1:] + [value]

    def subscribe(self):
        names = ["onlyTheEnd", "oneAndTheEnd", "twoAndTheEnd"] if self.is_over else ["nothing", "one", "two"]
        return output(names[len(self.values)], *self.values)

    def complete(self):
        self.is_over = True


serve(name="replay-subject", create=lambda _emit: Subject(), inputs=["next", "subscribe", "complete"], outputs=[])

"""What the limit does: it counts the hits of each user up to five."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

class Truth:
    def __init__(self):
        self.hits = {}

    def hit(self, user):
        self.hits[user] = self.hits.get(user, 0) + 1
        return output("allowed" if self.hits[user] <= 5 else "refused")

    def clear(self, user):
        self.hits.pop(user, None)


serve(
    name="limits_window",
    create=lambda _emit, _clock: Truth(),
    inputs=["hit", "clear"],
    outputs=[],
    clock="virtual",
)

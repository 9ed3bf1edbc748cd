"""What the lock of one resource does: a token with the ticks that are left. Only a look at it removes it when it has ended."""

import itertools
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    numbers = itertools.count()

    def __init__(self):
        self.token = None
        self.left = 0

    def look(self):
        if self.left == 0:
            self.token = None

    def lock(self):
        self.look()
        if self.token:
            return output("refused")
        self.token, self.left = "token %d" % next(self.numbers), 3
        return output("locked", self.token)

    def refresh(self, token):
        if self.token is None or token != self.token:
            return output("missing")
        self.left = 3

    def holds(self, token):
        if token == self.token:
            self.look()
        return output(str(self.token is not None and token == self.token).lower())

    def unlock(self, token):
        if token == self.token:
            self.token = None

    def tick(self):
        self.left = max(self.left - 1, 0)


serve(
    name="wsgidav_lock",
    create=lambda _emit, _clock: Truth(),
    inputs=["lock", "refresh", "holds", "unlock", "tick"],
    outputs=[],
    clock="virtual",
)

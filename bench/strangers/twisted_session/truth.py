"""What sessions that live for 15 minutes do with ticks of ten minutes: each counts the ticks that are left."""

import itertools
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    numbers = itertools.count()

    def __init__(self, emit):
        self.emit = emit
        self.left = {}

    def sort(self):
        """Who expires first; those who expire together stay in the order that they have."""
        self.left = dict(sorted(self.left.items(), key=lambda item: item[1]))

    def make(self):
        session = "session %d" % next(self.numbers)
        self.left[session] = 2
        self.sort()
        return output("made", session)

    def touch(self, session):
        if session not in self.left:
            return output("missing")
        self.left[session] = 2

    def expire(self, session):
        if session not in self.left:
            return output("missing")
        del self.left[session]
        self.emit(output("onExpired", session))

    def tick(self):
        self.sort()
        for session in list(self.left):
            self.left[session] -= 1
            if self.left[session] == 0:
                self.expire(session)


serve(
    name="twisted_session",
    create=lambda emit, _clock: Truth(emit),
    inputs=["make", "touch", "expire", "tick"],
    outputs=["onExpired"],
    clock="virtual",
)

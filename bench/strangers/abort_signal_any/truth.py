"""What a signal does that is joined of two others."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve


class Joined:
    def __init__(self):
        self.aborted = set()
        self.is_joined = False
        self.reason = None

    def abort(self, name):
        """Returns the reason that the listener is told, if it is told."""
        if name in self.aborted:
            return None
        self.aborted.add(name)
        if not self.is_joined or self.reason:
            return None
        self.reason = name
        return name

    def join(self):
        self.is_joined = True
        self.reason = next((name for name in ("first", "second") if name in self.aborted), None)


serve(
    name="abort-signal-any",
    create=lambda _emit: Joined(),
    inputs={
        "abortFirst": lambda joined: joined.abort("first"),
        "abortSecond": lambda joined: joined.abort("second"),
        "join": Joined.join,
        "reason": lambda joined: joined.reason,
    },
    outputs=[],
)

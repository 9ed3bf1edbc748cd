"""What a ReplaySubject for ten items does: it keeps the last ten until it ends."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Truth:
    def __init__(self):
        self.kept = 0
        self.has_ended = False

    def next(self):
        if not self.has_ended:
            self.kept = min(self.kept + 1, 10)

    def complete(self):
        self.has_ended = True

    def subscribe(self):
        return "%d%s" % (self.kept, " and the end" if self.has_ended else "")


serve(
    name="replay_subject",
    create=lambda _emit, _clock: Truth(),
    inputs=["next", "complete", "subscribe"],
    outputs=[],
    clock="virtual",
)

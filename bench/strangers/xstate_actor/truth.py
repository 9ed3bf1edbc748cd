"""What an actor does: events wait until it starts, and are dropped when it has stopped."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve


class Actor:
    def __init__(self, emit):
        self.emit = emit
        self.events = 0
        self.is_running = self.has_stopped = False

    def send(self):
        if self.is_running:
            self.emit("onPing")
        elif not self.has_stopped:
            self.events += 1

    def start(self):
        self.is_running = True
        for _ in range(self.events):
            self.emit("onPing")
        self.events = 0

    def stop(self):
        self.is_running = False
        self.has_stopped = True
        self.events = min(self.events, 1)  # of a mailbox that was not opened yet, the first event stays


serve(
    name="xstate-actor",
    clock="virtual",
    create=lambda emit, _clock: Actor(emit),
    inputs=["send", "start", "stop"],
    outputs=["onPing"],
)

"""What h11 does as a server: requests are kept in order, and the next one begins when both sides are done."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.received = 0
        self.is_reading = False
        self.has_read = False
        self.has_responded = False

    def receive(self):
        self.received += 1

    def event(self):
        if self.has_read and self.received > 0:
            return output("PAUSED")
        if self.is_reading:
            self.is_reading, self.has_read = False, True
            return output("EndOfMessage")
        if self.received == 0:
            return output("NEED_DATA")
        self.check(not self.has_responded)
        self.received -= 1
        self.is_reading = True
        return output("Request")

    def respond(self):
        self.check(not self.has_responded)
        self.has_responded = True

    def next_cycle(self):
        self.check(self.has_read and self.has_responded)
        self.has_read = self.has_responded = False

    def check(self, is_legal):
        if not is_legal:
            raise RuntimeError("not now")


serve(
    name="h11_pipeline",
    create=lambda _emit, _clock: Truth(),
    inputs={
        "receive": Truth.receive,
        "event": Truth.event,
        "respond": Truth.respond,
        "nextCycle": Truth.next_cycle,
    },
    outputs=[],
    clock="virtual",
)

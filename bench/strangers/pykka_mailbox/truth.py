"""What an actor does: an inbox of messages and stops, which it works off when it has started."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.inbox = []
        self.has_started = False
        self.is_dead = False

    def tell(self):
        if self.is_dead:
            return output("ActorDeadError")
        self.inbox.append("message")
        self.work()

    def start(self):
        if self.has_started:
            return output("already")
        self.has_started = True
        self.work()

    def stop(self):
        self.inbox.append("stop")
        self.work()

    def work(self):
        while self.has_started and not self.is_dead and self.inbox:
            if self.inbox.pop(0) == "stop":
                self.is_dead = True
            else:
                self.emit("onMessage")


serve(
    name="pykka_mailbox",
    create=lambda emit, _clock: Truth(emit),
    inputs=["tell", "start", "stop"],
    outputs=["onMessage"],
    clock="virtual",
)

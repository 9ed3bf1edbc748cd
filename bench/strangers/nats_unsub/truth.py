"""What a NATS server does with one subscription: it counts messages, and ends the subscription at its maximum."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import output, serve

MAXIMUM = 12


class Subscription:
    def __init__(self):
        self.end()

    def end(self):
        self.is_there = self.has_maximum = False
        self.messages = 0

    def sub(self):
        self.is_there = True

    def unsub_after(self):
        self.has_maximum = self.is_there
        self.check()

    def check(self):
        if self.has_maximum and self.messages >= MAXIMUM:
            self.end()

    def pub(self):
        if not self.is_there:
            return output("nothing")
        self.messages = min(self.messages + 1, MAXIMUM)
        self.check()
        return output("message")


serve(
    name="nats-unsub",
    create=lambda _emit: Subscription(),
    inputs={
        "sub": Subscription.sub,
        "unsub": Subscription.end,
        "unsubAfter12": Subscription.unsub_after,
        "pub": Subscription.pub,
    },
    outputs=[],
)

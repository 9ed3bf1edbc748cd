"""What a topic does: messages for those who subscribed and still are when it comes. A beginning of its name ends it."""

import itertools
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


TOPIC = "news"


class Truth:
    numbers = itertools.count()

    def __init__(self, emit, clock):
        self.emit, self.clock = emit, clock
        self.tokens = None

    def subscribe(self):
        token = "token %d" % next(self.numbers)
        self.tokens = (self.tokens or []) + [token]
        return output("subscribed", token)

    def publish(self, item):
        if not self.tokens:
            return output("nobody")
        self.clock.call_later(0.001, self.deliver, item)
        return output("published")

    def deliver(self, item):
        for _ in self.tokens or []:
            self.emit(output("onMessage", item))

    def unsubscribe(self, token):
        if self.tokens is not None and TOPIC.startswith(token):
            self.tokens = None
            return output("ended")
        if token not in (self.tokens or []):
            return output("missing")
        self.tokens.remove(token)
        return output("ended")


serve(
    name="pubsub_tokens",
    create=lambda emit, clock: Truth(emit, clock),
    inputs=["subscribe", "publish", "unsubscribe"],
    outputs=["onMessage"],
    clock="virtual",
)

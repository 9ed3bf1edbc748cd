"""What Node's EventEmitter does with one-time listeners: a count, and whether it has warned."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import output, serve

LIMIT = 10


class Emitter:
    def __init__(self):
        self.listeners = 0
        self.has_warned = False

    def once(self):
        self.listeners = min(self.listeners + 1, LIMIT + 1)
        if self.listeners > LIMIT and not self.has_warned:
            self.has_warned = True
            return output("warning")

    def emit(self):
        had_listeners = self.listeners > 0
        self.removeAll()
        return had_listeners

    def removeAll(self):
        self.listeners = 0
        self.has_warned = False


serve(name="event-emitter-warning", create=lambda _emit: Emitter(), inputs=["once", "emit", "removeAll"], outputs=[])

"""What Node's EventEmitter does with one listener that is added many times: it counts."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve


class Emitter:
    def __init__(self):
        self.listeners = 0

    def on(self):
        self.listeners += 1

    def off(self):
        self.listeners = max(0, self.listeners - 1)

    def emit(self):
        return self.listeners > 0


serve(name="event-emitter-listeners", create=lambda _emit: Emitter(), inputs=["on", "off", "emit"], outputs=[])

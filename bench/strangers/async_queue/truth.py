"""What the queue does: it counts tasks, and one runs."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.waiting = 0
        self.is_running = self.is_paused = False
        self.tells_drain = True

    def push(self):
        self.waiting += 1
        self.go_on()

    def go_on(self):
        if self.waiting > 0 and not self.is_running and not self.is_paused:
            self.waiting -= 1
            self.is_running = True
            self.emit("onStart")

    def finish(self):
        if not self.is_running:
            return output("none")
        self.is_running = False
        if self.waiting == 0 and self.tells_drain:
            self.emit("onDrain")
        self.go_on()

    def pause(self):
        self.is_paused = True

    def resume(self):
        self.is_paused = False
        self.go_on()

    def kill(self):
        self.waiting = 0
        self.tells_drain = False


serve(
    name="async_queue",
    create=lambda emit, _clock: Truth(emit),
    inputs=["push", "finish", "pause", "resume", "kill"],
    outputs=["onStart", "onDrain"],
    clock="virtual",
)

"""What a lock for readers and writers does: writers go first."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.readers_waiting = self.writers_waiting = self.readers = 0
        self.is_written = False

    def read(self):
        self.readers_waiting += 1
        self.go_on()

    def write(self):
        self.writers_waiting += 1
        self.go_on()

    def go_on(self):
        if self.writers_waiting > 0:
            if self.readers == 0 and not self.is_written:
                self.writers_waiting -= 1
                self.is_written = True
                self.emit("onWrite")
        elif not self.is_written:
            for _ in range(self.readers_waiting):
                self.emit("onRead")
            self.readers += self.readers_waiting
            self.readers_waiting = 0

    def end_read(self):
        if self.readers == 0:
            return output("none")
        self.readers -= 1
        self.go_on()

    def end_write(self):
        if not self.is_written:
            return output("none")
        self.is_written = False
        self.go_on()


serve(
    name="aiorwlock",
    create=lambda emit, _clock: Truth(emit),
    inputs={
        "read": Truth.read,
        "write": Truth.write,
        "endRead": Truth.end_read,
        "endWrite": Truth.end_write,
    },
    outputs=["onRead", "onWrite"],
    clock="virtual",
)

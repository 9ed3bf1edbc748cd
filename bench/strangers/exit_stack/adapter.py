"""contextlib.ExitStack as a typestar adapter: each callback says onExit."""

import os
import sys
from contextlib import ExitStack

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

class Stack:
    def __init__(self, emit):
        self.stack = ExitStack()
        self.emit = emit

    def push(self):
        self.stack.callback(self.emit, "onExit")

    def close(self):
        self.stack.close()

    def pop_all(self):
        self.stack.pop_all()


serve(
    name="exit_stack",
    version=sys.version.split()[0],
    create=lambda emit, _clock: Stack(emit),
    inputs={"push": Stack.push, "close": Stack.close, "popAll": Stack.pop_all},
    outputs=["onExit"],
    clock="virtual",
)

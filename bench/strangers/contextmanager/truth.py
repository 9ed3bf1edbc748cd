"""What a context manager made of a generator does: it can be entered once, and each end is the last."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.was_entered = False
        self.is_inside = False
        self.is_over = False

    def enter(self):
        if self.was_entered:
            return output("AttributeError")
        self.was_entered = True
        if self.is_over:
            return output("RuntimeError")
        self.is_inside = True
        self.emit("onEnter")

    def exit(self):
        if not self.is_inside and not self.is_over:
            self.is_over = True
            self.emit("onEnter")
            self.emit("onExit")
            return output("RuntimeError")
        self.end()
        return False

    def exit_with_value_error(self):
        is_caught = self.is_inside
        if is_caught:
            self.emit("onCaught")
        self.end()
        return is_caught

    def exit_with_key_error(self):
        self.end()
        return False

    def end(self):
        if self.is_inside:
            self.emit("onExit")
        self.is_inside, self.is_over = False, True


serve(
    name="contextmanager",
    create=lambda emit, _clock: Truth(emit),
    inputs={
        "enter": Truth.enter,
        "exit": Truth.exit,
        "exitWithValueError": Truth.exit_with_value_error,
        "exitWithKeyError": Truth.exit_with_key_error,
    },
    outputs=["onEnter", "onCaught", "onExit"],
    clock="virtual",
)

"""What a BehaviorSubject without subscribers does: a value, and whether it is over."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve


class Subject:
    def __init__(self):
        self.current = 0
        self.is_over = self.has_failed = False

    def next(self, value):
        self.current = value

    def value(self):
        if self.has_failed:
            raise ValueError("reason")
        return self.current

    def complete(self):
        self.is_over = True

    def error(self):
        if not self.is_over:
            self.is_over = self.has_failed = True


serve(
    name="behavior-subject",
    create=lambda _emit: Subject(),
    inputs=["next", "value", "complete", "error"],
    outputs=[],
)

"""What threading.RLock does: it counts how often its owner has it."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.count = 0

    def acquire(self):
        self.count += 1

    def release(self):
        if self.count == 0:
            return output("RuntimeError")
        self.count -= 1

    def try_from_other(self):
        return self.count == 0


serve(
    name="rlock",
    create=lambda _emit, _clock: Truth(),
    inputs={"acquire": Truth.acquire, "release": Truth.release, "tryFromOther": Truth.try_from_other},
    outputs=[],
    clock="virtual",
)

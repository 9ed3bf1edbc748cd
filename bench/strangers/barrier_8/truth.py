"""What asyncio.Barrier(8) does: it counts who waits, up to seven."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.waiting = 0
        self.is_broken = False

    def arrive(self):
        if self.is_broken:
            return output("broken")
        if self.waiting == 7:
            self.waiting = 0
            return output("passed")
        self.waiting += 1
        return output("waits")

    def abort(self):
        self.waiting, self.is_broken = 0, True

    def reset(self):
        self.waiting, self.is_broken = 0, False


serve(
    name="barrier_8",
    create=lambda _emit: Truth(),
    inputs=["arrive", "abort", "reset"],
    outputs=[],
    clock="asyncio",
)

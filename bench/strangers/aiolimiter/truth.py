"""What aiolimiter.AsyncLimiter(12, 48) does: a level that rises by one with each call and falls by one in four seconds."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.level = 0

    def acquire(self):
        if self.level == 12:
            return output("full")
        self.level += 1

    def pass_4_seconds(self):
        self.level = max(self.level - 1, 0)


serve(
    name="aiolimiter",
    create=lambda _emit: Truth(),
    inputs={"acquire": Truth.acquire, "pass4Seconds": Truth.pass_4_seconds},
    outputs=[],
    clock="asyncio",
)

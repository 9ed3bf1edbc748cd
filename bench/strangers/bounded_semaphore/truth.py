"""What threading.BoundedSemaphore(10) does: it counts down from ten."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.free = 10

    def acquire(self):
        if self.free == 0:
            return False
        self.free -= 1
        return True

    def release(self):
        if self.free == 10:
            return output("tooMany")
        self.free += 1


serve(
    name="bounded_semaphore",
    create=lambda _emit, _clock: Truth(),
    inputs=["acquire", "release"],
    outputs=[],
    clock="virtual",
)

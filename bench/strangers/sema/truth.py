"""What a semaphore does that does not know its own limit."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve


class Semaphore:
    def __init__(self):
        self.tokens = 4

    def tryAcquire(self):
        if self.tokens == 0:
            return False
        self.tokens -= 1
        return True

    def release(self):
        self.tokens += 1


serve(name="sema", create=lambda _emit: Semaphore(), inputs=["tryAcquire", "release"], outputs=[])

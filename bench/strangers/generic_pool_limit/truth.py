"""What a pool of four resources does, with places for twelve who wait."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import output, serve

RESOURCES = 4
PLACES = 12


class Pool:
    def __init__(self):
        self.held = self.waiting = 0

    def acquire(self):
        if self.held < RESOURCES:
            self.held += 1
            return output("got")
        if self.waiting < PLACES:
            self.waiting += 1
            return output("waits")
        return output("refused")

    def release(self):
        if self.held == 0:
            return output("none")
        if self.waiting > 0:
            self.waiting -= 1
            return output("passedOn")
        self.held -= 1


serve(name="generic-pool-limit", create=lambda _emit: Pool(), inputs=["acquire", "release"], outputs=[])

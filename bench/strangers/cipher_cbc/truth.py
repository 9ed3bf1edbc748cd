"""What a cipher with blocks of 16 bytes does: it keeps the bytes of the last block until the block is full."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve

BLOCK = 16


class Cipher:
    def __init__(self):
        self.kept = 0
        self.pads = True
        self.is_final = False

    def check(self):
        if self.is_final:
            raise ValueError("it is final")

    def update(self):
        self.check()
        self.kept += 1
        if self.kept < BLOCK:
            return 0
        self.kept = 0
        return BLOCK

    def noPadding(self):
        self.check()
        self.pads = False

    def final(self):
        self.check()
        self.is_final = True
        if self.pads:
            return BLOCK
        if self.kept > 0:
            raise ValueError("the last block is not full")
        return 0


serve(name="cipher-cbc", create=lambda _emit: Cipher(), inputs=["update", "noPadding", "final"], outputs=[])

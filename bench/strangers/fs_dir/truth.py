"""What a folder of twelve files answers that is read entry by entry."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve

FILES = 12


class Dirent:
    pass


class Dir:
    def __init__(self):
        self.left = FILES
        self.is_open = True

    def check(self):
        if not self.is_open:
            raise OSError("it is closed")

    def read(self):
        self.check()
        if self.left == 0:
            return None
        self.left -= 1
        return Dirent()

    def close(self):
        self.check()
        self.is_open = False


serve(name="fs-dir", create=lambda _emit: Dir(), inputs=["read", "close"], outputs=[])

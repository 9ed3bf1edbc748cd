"""bz2.BZ2Decompressor as a typestar adapter."""

import os
import sys
import bz2

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

TEXT = bz2.compress(b"typestar")
FIRST, SECOND = TEXT[:10], TEXT[10:]


class Decompressor:
    def __init__(self):
        self.decompressor = bz2.BZ2Decompressor()

    def feed(self, part):
        return "text" if self.decompressor.decompress(part) else "nothing"


serve(
    name="bz2_decompressor",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: Decompressor(),
    inputs={
        "first": lambda it: it.feed(FIRST),
        "second": lambda it: it.feed(SECOND),
        "needsInput": lambda it: it.decompressor.needs_input,
        "unused": lambda it: len(it.decompressor.unused_data) > 0,
    },
    outputs=[],
    clock="virtual",
)

"""What a decoder of UTF-8 does, byte by byte: how many bytes of a character are there, and how many it needs."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve


class Decoder:
    """A letter is `a`, any other character `c`, and bytes that are no character `?`."""

    def __init__(self):
        self.needed = self.there = 0

    def broken(self):
        """What remains of a character that does not go on."""
        is_there = self.there > 0
        self.needed = self.there = 0
        return "?" if is_there else ""

    def letter(self):
        return self.broken() + "a"

    def first(self, needed):
        text = self.broken()
        self.needed, self.there = needed, 1
        return text

    def more(self):
        if self.there == 0:
            return "?"
        self.there += 1
        if self.there < self.needed:
            return ""
        self.needed = self.there = 0
        return "c"


serve(
    name="string-decoder",
    create=lambda _emit: Decoder(),
    inputs={
        "letter": Decoder.letter,
        "first2": lambda decoder: decoder.first(2),
        "first3": lambda decoder: decoder.first(3),
        "first4": lambda decoder: decoder.first(4),
        "more": Decoder.more,
        "end": Decoder.broken,
    },
    outputs=[],
)

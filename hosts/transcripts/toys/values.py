"""The second toy of the transcripts (see ../README.md): its callins return and throw."""

import enum
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))

from typestar_adapter import no_reply, output, serve


class IllegalState(Exception):
    """The call is not allowed now."""


class Untold(Exception):
    """Cannot say why."""

    def __str__(self):
        raise IllegalState("no text")


class Thing:
    """Something that is no plain value."""


class Color(enum.Enum):
    RED = 1


RESERVED_CLASS = type("ok", (), {"__module__": "shop"})
RESERVED_EXCEPTION = type("error", (Exception,), {"__module__": "shop"})


class Values:
    """Counts, and refuses to count further than two."""

    def __init__(self):
        self.count = 0

    def add(self):
        if self.count == 2:
            raise IllegalState("full: 2")
        self.count += 1
        return self.count

    def throw(self, error):
        raise error


INPUTS = {
    "add": Values.add,
    "yes": lambda toy: True,
    "no": lambda toy: False,
    "nothing": lambda toy: None,
    "small": lambda toy: -999999,
    "large": lambda toy: 1000000,
    "fraction": lambda toy: 0.5,
    "empty": lambda toy: "",
    "text": lambda toy: "low battery",
    "word": lambda toy: "error",
    "marks": lambda toy: 'a"b\\c\n\x7f\u200e\U000e0001é☕',
    "forty": lambda toy: "x" * 38,
    "long": lambda toy: "x" * 39,
    "list": lambda toy: [1, 2],
    "object": lambda toy: {"code": 5},
    "thing": lambda toy: Thing(),
    "shop": lambda toy: RESERVED_CLASS(),
    "color": lambda toy: Color.RED,
    "self": lambda toy: toy,
    "named": lambda toy: output("CONNACK 0"),
    "reserved": lambda toy: output("hang"),
    "unnamed": lambda toy: output(""),
    "overlong": lambda toy: output("x" * 41),
    "invisible": lambda toy: output("a\u200eb"),
    "bang": lambda toy: toy.throw(IllegalState("bang")),
    "strange": lambda toy: toy.throw(RESERVED_EXCEPTION("bad data")),
    "untold": lambda toy: toy.throw(Untold()),
    "beyond": lambda toy: 2**64,
    "silent": lambda toy: no_reply(50),
}

serve(name="values", version="1", create=lambda _emit, _clock: Values(), inputs=INPUTS, outputs=[], clock="virtual")

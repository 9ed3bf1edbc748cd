"""The third toy of the transcripts (see ../README.md): its callins take values, and its outputs have some."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))

from typestar_adapter import output, serve


class IllegalState(Exception):
    """The call is not allowed now."""


class Store:
    """Keeps values in the order in which they came."""

    def __init__(self, emit):
        self.emit = emit
        self.values = []

    def put(self, *values):
        self.values.extend(values)
        return len(self.values)

    def get(self):
        return output("got", self.values.pop(0)) if self.values else output("empty")

    def find(self, value):
        if value not in self.values:
            raise IllegalState("not found")

    def tell(self, *values):
        self.emit(output("onTold", *values))

    def warn(self, code):
        self.emit(output("onWarning", code), code=code)

    def snapshot(self):
        return {"size": len(self.values), "last": self.values[-1] if self.values else None}


serve(
    name="store",
    version="1",
    create=lambda emit, _clock: Store(emit),
    inputs=["put", "get", "find", "tell", "warn"],
    outputs=["onTold", "onWarning"],
    snapshot=Store.snapshot,
    clock="virtual",
)

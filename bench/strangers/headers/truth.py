"""What headers do: a set of names in small letters. A name has letters, digits and some signs, at least one of them."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")


class Truth:
    def __init__(self):
        self.names = set()

    def set(self, name):
        self.names.add(checked(name))

    def has(self, name):
        return output("true" if checked(name) in self.names else "false")

    def delete(self, name):
        self.names.discard(checked(name))


def checked(name):
    if not NAME.fullmatch(name):
        raise TypeError("not a name")
    return name.lower()


serve(
    name="headers",
    create=lambda _emit, _clock: Truth(),
    inputs=["set", "has", "delete"],
    outputs=[],
    clock="virtual",
)

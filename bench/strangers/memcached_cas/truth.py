"""What memcached does with one key: each change has a new token, and cas takes only the newest."""

import itertools
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    tokens = itertools.count(10**12)

    def __init__(self):
        self.item = None

    def store(self, value):
        self.item = value, next(self.tokens)
        return output("STORED")

    def gets(self):
        return output("found", *self.item) if self.item else output("END")

    def cas(self, value, token):
        if self.item is None:
            return output("NOT_FOUND")
        return self.store(value) if token == self.item[1] else output("EXISTS")

    def delete(self):
        if self.item is None:
            return output("NOT_FOUND")
        self.item = None
        return output("DELETED")


serve(
    name="memcached_cas",
    create=lambda _emit: Truth(),
    inputs={"set": Truth.store, "gets": Truth.gets, "cas": Truth.cas, "delete": Truth.delete},
    outputs=[],
)

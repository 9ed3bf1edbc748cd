"""functools.lru_cache as a typestar adapter: a call says whether the function ran."""

import os
import sys
from functools import lru_cache

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

class Cached:
    def __init__(self):
        self.runs = 0
        self.function = lru_cache(maxsize=2)(self.run)

    def run(self, _key):
        self.runs += 1

    def call(self, key):
        before = self.runs
        self.function(key)
        return output("miss" if self.runs > before else "hit")

    def clear(self):
        self.function.cache_clear()


serve(
    name="functools_cache",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: Cached(),
    inputs=["call", "clear"],
    outputs=[],
    clock="virtual",
)

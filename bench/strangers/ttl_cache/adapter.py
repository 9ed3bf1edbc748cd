"""cachetools.TTLCache as a typestar adapter. Its timer counts ticks."""

import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from cachetools import TTLCache
from typestar_adapter import serve


class Ticking:
    """A cache with its own time."""

    def __init__(self):
        self.time = 0
        self.cache = TTLCache(maxsize=1, ttl=10, timer=lambda: self.time)

    def put(self):
        self.cache["key"] = "value"

    def has(self):
        return "key" in self.cache

    def tick(self):
        self.time += 1


serve(
    name="ttl_cache",
    version=version("cachetools"),
    create=lambda _emit, _clock: Ticking(),
    inputs=["put", "has", "tick"],
    outputs=[],
    clock="virtual",
)

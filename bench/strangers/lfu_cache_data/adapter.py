"""cachetools.LFUCache as a typestar adapter."""

import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from cachetools import LFUCache
from typestar_adapter import output, serve

class Cache:
    def __init__(self):
        self.cache = LFUCache(2)

    def put(self, key):
        self.cache[key] = True

    def get(self, key):
        return output("hit" if self.cache.get(key) else "miss")


serve(
    name="lfu_cache_data",
    version=version("cachetools"),
    create=lambda _emit, _clock: Cache(),
    inputs=["put", "get"],
    outputs=[],
    clock="virtual",
)

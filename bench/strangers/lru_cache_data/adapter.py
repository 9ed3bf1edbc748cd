"""cachetools.LRUCache as a typestar adapter."""

import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from cachetools import LRUCache
from typestar_adapter import serve

serve(
    name="lru_cache_data",
    version=version("cachetools"),
    create=lambda _emit, _clock: LRUCache(maxsize=2),
    inputs={
        "set": lambda cache, key, value: cache.__setitem__(key, value),
        "get": lambda cache, key: cache.get(key),
    },
    outputs=[],
    clock="virtual",
)

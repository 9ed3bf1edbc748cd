"""A short number of ctypes as a typestar adapter."""

import ctypes
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

serve(
    name="ctypes_short",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: ctypes.c_short(),
    inputs={"set": lambda short, number: setattr(short, "value", number), "get": lambda short: short.value},
    outputs=[],
    clock="virtual",
)

"""collections.deque as a queue of values, as a typestar adapter."""

import os
import sys
from collections import deque

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

serve(
    name="deque_data",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: deque(),
    inputs=["append", "popleft"],
    outputs=[],
    clock="virtual",
)

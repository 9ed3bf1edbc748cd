"""queue.Queue for 32 items as a typestar adapter."""

import os
import sys
from queue import Queue

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

serve(
    name="queue_32",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: Queue(maxsize=32),
    inputs={"put": lambda queue: queue.put_nowait("item"), "get": lambda queue: queue.get_nowait()},
    outputs=[],
    clock="virtual",
)

"""queue.PriorityQueue for three numbers as a typestar adapter."""

import os
import sys
from queue import PriorityQueue

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

serve(
    name="priority_queue_data",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: PriorityQueue(maxsize=3),
    inputs={"put": lambda queue, item: queue.put_nowait(item), "get": lambda queue: queue.get_nowait()},
    outputs=[],
    clock="virtual",
)

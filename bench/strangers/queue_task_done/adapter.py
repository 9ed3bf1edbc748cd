"""queue.Queue for 4 items, with task_done, as a typestar adapter."""

import os
import sys
from queue import Queue

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

serve(
    name="queue_task_done",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: Queue(maxsize=4),
    inputs={
        "put": lambda queue: queue.put_nowait("item"),
        "get": lambda queue: queue.get_nowait(),
        "taskDone": lambda queue: queue.task_done(),
    },
    outputs=[],
    clock="virtual",
)

"""asyncio.Queue for two items, without waiting, as a typestar adapter."""

import asyncio
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

serve(
    name="asyncio_queue_data",
    version=sys.version.split()[0],
    create=lambda _emit: asyncio.Queue(2),
    inputs={"put": lambda queue, item: queue.put_nowait(item), "get": lambda queue: queue.get_nowait()},
    outputs=[],
    clock="asyncio",
)

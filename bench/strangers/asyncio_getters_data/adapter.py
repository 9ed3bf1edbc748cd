"""asyncio.Queue with waiting getters as a typestar adapter: each get is a task."""

import asyncio
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Waiting:
    """A queue, and who waits at it."""

    def __init__(self, emit):
        self.queue = asyncio.Queue()
        self.emit = emit

    def put(self, item):
        self.queue.put_nowait(item)

    def get(self):
        asyncio.create_task(self.wait_for_one())

    async def wait_for_one(self):
        self.emit(output("onItem", await self.queue.get()))


serve(
    name="asyncio_getters_data",
    version=sys.version.split()[0],
    create=lambda emit: Waiting(emit),
    inputs=["put", "get"],
    outputs=["onItem"],
    clock="asyncio",
)

"""asyncio.BoundedSemaphore with waiting borrowers as a typestar adapter."""

import asyncio
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Pool:
    """A pool, in which each borrower is a task."""

    def __init__(self, emit):
        self.semaphore = asyncio.BoundedSemaphore(2)
        self.emit = emit

    async def borrow(self):
        asyncio.create_task(self.wait_for_one())
        await asyncio.sleep(0.001)

    async def wait_for_one(self):
        await self.semaphore.acquire()
        self.emit("onBorrowed")

    async def give_back(self):
        self.semaphore.release()
        await asyncio.sleep(0.001)


serve(
    name="semaphore_pool",
    version=sys.version.split()[0],
    create=lambda emit: Pool(emit),
    inputs={"borrow": Pool.borrow, "giveBack": Pool.give_back},
    outputs=["onBorrowed"],
    clock="asyncio",
)

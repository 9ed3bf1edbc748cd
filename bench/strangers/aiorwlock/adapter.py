"""aiorwlock.RWLock as a typestar adapter: each reader and each writer is a task."""

import os
import sys
import asyncio
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from aiorwlock import RWLock
from typestar_adapter import output, serve

class Lock:
    def __init__(self, emit):
        self.lock = RWLock()
        self.emit = emit
        self.readers = []
        self.writers = []

    async def begin(self, lock, name, holders):
        async def hold():
            async with lock:
                end = asyncio.Event()
                holders.append(end)
                self.emit(name)
                await end.wait()

        asyncio.create_task(hold())
        await asyncio.sleep(0.001)

    async def end(self, holders):
        if not holders:
            return output("none")
        holders.pop(0).set()
        await asyncio.sleep(0.001)


serve(
    name="aiorwlock",
    version=version("aiorwlock"),
    create=lambda emit: Lock(emit),
    inputs={
        "read": lambda lock: lock.begin(lock.lock.reader, "onRead", lock.readers),
        "write": lambda lock: lock.begin(lock.lock.writer, "onWrite", lock.writers),
        "endRead": lambda lock: lock.end(lock.readers),
        "endWrite": lambda lock: lock.end(lock.writers),
    },
    outputs=["onRead", "onWrite"],
    clock="asyncio",
)

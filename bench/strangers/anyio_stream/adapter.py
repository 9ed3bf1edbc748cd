"""A memory object stream of anyio as a typestar adapter: each receive is a task."""

import asyncio
import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

import anyio
from typestar_adapter import serve


class Stream:
    """Both ends of a stream."""

    def __init__(self, emit):
        self.sender, self.receiver = anyio.create_memory_object_stream(2)
        self.emit = emit

    async def send(self):
        self.sender.send_nowait("item")
        await asyncio.sleep(0.001)

    async def receive(self):
        asyncio.create_task(self.wait_for_one())
        await asyncio.sleep(0.001)

    async def wait_for_one(self):
        try:
            await self.receiver.receive()
            self.emit("onItem")
        except anyio.EndOfStream:
            self.emit("onEnd")

    async def close(self):
        self.sender.close()
        await asyncio.sleep(0.001)


serve(
    name="anyio_stream",
    version=version("anyio"),
    create=lambda emit: Stream(emit),
    inputs=["send", "receive", "close"],
    outputs=["onItem", "onEnd"],
    clock="asyncio",
)

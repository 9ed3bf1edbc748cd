"""asyncio.StreamReader as a typestar adapter: each read is a task."""

import asyncio
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Reading:
    """A reader, and what reads from it."""

    def __init__(self, emit):
        self.reader = asyncio.StreamReader()
        self.emit = emit

    async def feed(self):
        self.reader.feed_data(b"x")
        await asyncio.sleep(0.001)

    async def feed_eof(self):
        self.reader.feed_eof()
        await asyncio.sleep(0.001)

    async def read(self):
        asyncio.create_task(self.read_one())
        await asyncio.sleep(0.001)

    async def read_one(self):
        try:
            await self.reader.readexactly(1)
            self.emit("onByte")
        except asyncio.IncompleteReadError:
            self.emit("onEnd")
        except RuntimeError:
            self.emit("onRefused")


serve(
    name="stream_reader",
    version=sys.version.split()[0],
    create=lambda emit: Reading(emit),
    inputs={"feed": Reading.feed, "feedEof": Reading.feed_eof, "read": Reading.read},
    outputs=["onByte", "onEnd", "onRefused"],
    clock="asyncio",
)

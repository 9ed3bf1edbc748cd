"""asyncio.Barrier as a typestar adapter: who arrives says how it went a moment later."""

import asyncio
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

async def arrive(barrier):
    task = asyncio.create_task(barrier.wait())
    task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
    await asyncio.sleep(0.001)
    if not task.done():
        return output("waits")
    return output("broken" if task.exception() else "passed")


async def change(call):
    await call()
    await asyncio.sleep(0.001)


serve(
    name="barrier_8",
    version=sys.version.split()[0],
    create=lambda _emit: asyncio.Barrier(8),
    inputs={
        "arrive": arrive,
        "abort": lambda barrier: change(barrier.abort),
        "reset": lambda barrier: change(barrier.reset),
    },
    outputs=[],
    clock="asyncio",
)

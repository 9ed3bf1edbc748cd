"""aiolimiter.AsyncLimiter as a typestar adapter, without waiting for capacity."""

import asyncio
import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from aiolimiter import AsyncLimiter
from typestar_adapter import output, serve

async def acquire(limiter):
    if not limiter.has_capacity():
        return output("full")
    await limiter.acquire()


serve(
    name="aiolimiter",
    version=version("aiolimiter"),
    create=lambda _emit: AsyncLimiter(12, 48),
    inputs={"acquire": acquire, "pass4Seconds": lambda _limiter: asyncio.sleep(4)},
    outputs=[],
    clock="asyncio",
)

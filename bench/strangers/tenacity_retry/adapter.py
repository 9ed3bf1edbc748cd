"""tenacity.AsyncRetrying as a typestar adapter."""

import asyncio
import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from tenacity import AsyncRetrying, RetryError, stop_after_attempt, wait_fixed
from typestar_adapter import output, serve


class Retrying:
    """A task that fails until it is repaired."""

    def __init__(self, emit):
        self.emit = emit
        self.is_fine = False
        self.task = None

    def start(self):
        if self.task:
            return output("already")
        self.task = asyncio.create_task(self.run())

    async def run(self):
        try:
            async for attempt in AsyncRetrying(stop=stop_after_attempt(7), wait=wait_fixed(10)):
                with attempt:
                    self.try_once()
            self.emit("onDone")
        except RetryError:
            self.emit("onGaveUp")

    def try_once(self):
        self.emit("onAttempt")
        if not self.is_fine:
            raise OSError("no answer")

    def repair(self):
        self.is_fine = True

    def spoil(self):
        self.is_fine = False


serve(
    name="tenacity_retry",
    version=version("tenacity"),
    create=lambda emit: Retrying(emit),
    inputs=["start", "repair", "spoil"],
    outputs=["onAttempt", "onDone", "onGaveUp"],
    clock="asyncio",
)

"""asyncio.Task as a typestar adapter: a task that waits for an event, in a loop that turns on command."""

import asyncio
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Waiting:
    """A task that waits for an event, and what happened in it since the last turn of the loop."""

    def __init__(self):
        self.happened = []
        self.loop = asyncio.new_event_loop()
        self.event = asyncio.Event()
        self.task = self.loop.create_task(self.work())
        self.task.add_done_callback(lambda _task: self.happened.append("onDone"))

    async def work(self):
        self.happened.append("onStarted")
        try:
            await self.event.wait()
        finally:
            self.happened.append("onCleanUp")

    def turn(self):
        """Lets the loop run once what is ready now; the loop never runs at other times."""
        self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()
        happened, self.happened = self.happened, []
        return output("+".join(happened)) if happened else None

    def close(self):
        self.task.cancel()
        while not self.task.done():
            self.turn()
        self.loop.close()


serve(
    name="asyncio-task",
    version=sys.version.split()[0],
    create=lambda emit: Waiting(),
    destroy=Waiting.close,
    inputs={
        "setEvent": lambda waiting: waiting.event.set(),
        "cancel": lambda waiting: waiting.task.cancel(),
        "turn": Waiting.turn,
        "result": lambda waiting: waiting.task.result(),
    },
    outputs=[],
)

"""What queue.Queue(maxsize=4) does: it counts the items that wait, and those that were put and are not done."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.items = 0
        self.unfinished = 0

    def put(self):
        if self.items == 4:
            return output("Full")
        self.items += 1
        self.unfinished += 1

    def get(self):
        if self.items == 0:
            return output("Empty")
        self.items -= 1

    def task_done(self):
        if self.unfinished == 0:
            return output("tooMany")
        self.unfinished -= 1


serve(
    name="queue_task_done",
    create=lambda _emit, _clock: Truth(),
    inputs={"put": Truth.put, "get": Truth.get, "taskDone": Truth.task_done},
    outputs=[],
    clock="virtual",
)

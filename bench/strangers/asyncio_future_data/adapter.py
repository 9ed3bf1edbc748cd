"""asyncio.Future with a callback as a typestar adapter."""

import asyncio
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Promise:
    """A future, and who waits for it."""

    def __init__(self, emit):
        self.future = asyncio.get_running_loop().create_future()
        self.future.add_done_callback(lambda future: emit(told(future)))

    def set_result(self, item):
        self.future.set_result(item)

    def result(self):
        return self.future.result()

    def cancel(self):
        return output(str(self.future.cancel()).lower())


def told(future):
    return output("onCancelled") if future.cancelled() else output("onDone", future.result())


serve(
    name="asyncio_future_data",
    version=sys.version.split()[0],
    create=lambda emit: Promise(emit),
    inputs=["set_result", "result", "cancel"],
    outputs=["onDone", "onCancelled"],
    clock="asyncio",
)

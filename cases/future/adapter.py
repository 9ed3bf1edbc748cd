"""concurrent.futures.Future as a typestar adapter."""

import os
import sys
from concurrent.futures import Future

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Listened:
    """A future, and the callback that it gets."""

    def __init__(self, emit):
        self.future = Future()
        self.on_done = lambda _future: emit("onDone")


serve(
    name="future",
    version=sys.version.split()[0],
    create=lambda emit, _clock: Listened(emit),
    inputs={
        "cancel": lambda listened: listened.future.cancel(),
        "setRunning": lambda listened: listened.future.set_running_or_notify_cancel(),
        "setResult": lambda listened: listened.future.set_result("done"),
        "setException": lambda listened: listened.future.set_exception(RuntimeError("failed")),
        "result": lambda listened: listened.future.result(timeout=0),
        "addDoneCallback": lambda listened: listened.future.add_done_callback(listened.on_done),
    },
    outputs=["onDone"],
    clock="virtual",  # the callback comes inside the call that ends the future: there is nothing to wait for
)

"""What asyncio.Future does: it is over once, with a result or without one, and tells so once."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self, emit):
        self.emit = emit
        self.items = []
        self.is_cancelled = False

    def is_over(self):
        return self.is_cancelled or bool(self.items)

    def set_result(self, item):
        if self.is_over():
            return output("InvalidStateError")
        self.items.append(item)
        self.emit(output("onDone", item))

    def result(self):
        if self.is_cancelled:
            return output("CancelledError")
        return self.items[0] if self.items else output("InvalidStateError")

    def cancel(self):
        if self.is_over():
            return output("false")
        self.is_cancelled = True
        self.emit(output("onCancelled"))
        return output("true")


serve(
    name="asyncio_future_data",
    create=lambda emit: Truth(emit),
    inputs=["set_result", "result", "cancel"],
    outputs=["onDone", "onCancelled"],
    clock="asyncio",
)

"""What logging.handlers.MemoryHandler does: it counts records up to 40, or up to an error, and then delivers them."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Truth:
    def __init__(self):
        self.count = 0
        self.is_closed = False

    def info(self):
        self.count += 1
        return self.flush() if self.count == 40 else "nothing"

    def error(self):
        self.count += 1
        return self.flush()

    def close(self):
        result = self.flush()
        self.is_closed = True
        return result

    def flush(self):
        result = "delivered" if self.count > 0 and not self.is_closed else "nothing"
        self.count = 0
        return result


serve(
    name="memory_handler_40",
    create=lambda _emit, _clock: Truth(),
    inputs=["info", "error", "close"],
    outputs=[],
    clock="virtual",
)

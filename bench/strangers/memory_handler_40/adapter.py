"""logging.handlers.MemoryHandler as a typestar adapter: each call says whether the target got something."""

import logging
import os
import sys
from logging.handlers import MemoryHandler

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Target(logging.Handler):
    """Counts what it gets."""

    def __init__(self):
        super().__init__()
        self.count = 0

    def emit(self, _record):
        self.count += 1


class Buffered:
    """A handler, its target, and records for it."""

    def __init__(self):
        self.target = Target()
        self.handler = MemoryHandler(40, flushLevel=logging.ERROR, target=self.target)

    def log(self, level):
        return self.watch(lambda: self.handler.handle(logging.LogRecord("log", level, "", 0, "text", (), None)))

    def close(self):
        return self.watch(self.handler.close)

    def watch(self, call):
        before = self.target.count
        call()
        return "delivered" if self.target.count > before else "nothing"


serve(
    name="memory_handler_40",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: Buffered(),
    inputs={
        "info": lambda buffered: buffered.log(logging.INFO),
        "error": lambda buffered: buffered.log(logging.ERROR),
        "close": lambda buffered: buffered.close(),
    },
    outputs=[],
    clock="virtual",
)

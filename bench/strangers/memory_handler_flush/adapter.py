"""logging.handlers.MemoryHandler as a buffer, as a typestar adapter."""

import logging
import os
import sys
from logging.handlers import MemoryHandler

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Target(logging.Handler):
    """Reports what it gets."""

    def __init__(self, emit):
        super().__init__()
        self.report = emit

    def emit(self, _record):
        self.report("onRecord")


serve(
    name="memory_handler_flush",
    version=sys.version.split()[0],
    create=lambda emit, _clock: MemoryHandler(sys.maxsize, target=Target(emit)),
    inputs={
        "log": lambda handler: handler.handle(logging.LogRecord("log", logging.INFO, "", 0, "text", (), None)),
        "flush": lambda handler: handler.flush(),
    },
    outputs=["onRecord"],
    clock="virtual",
)

"""threading.BoundedSemaphore as a typestar adapter."""

import os
import sys
from threading import BoundedSemaphore

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

serve(
    name="bounded_semaphore",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: BoundedSemaphore(10),
    inputs={
        "acquire": lambda semaphore: semaphore.acquire(blocking=False),
        "release": lambda semaphore: semaphore.release(),
    },
    outputs=[],
    clock="virtual",
)

"""threading.RLock as a typestar adapter."""

import os
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


def try_from_other(lock):
    """Whether another thread could take it. If so, that thread gives it back."""
    results = []

    def attempt():
        results.append(lock.acquire(blocking=False))
        if results[0]:
            lock.release()

    thread = threading.Thread(target=attempt)
    thread.start()
    thread.join()
    return results[0]


serve(
    name="rlock",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: threading.RLock(),
    inputs={
        "acquire": lambda lock: lock.acquire(blocking=False),
        "release": lambda lock: lock.release(),
        "tryFromOther": try_from_other,
    },
    outputs=[],
    clock="virtual",
)

"""The request queue as a typestar adapter: callbacks that carry values."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from request_queue import RequestQueue
from typestar_adapter import output, serve


def named(answer):
    """What a call answers, as an output; nothing is `ok`."""
    return answer and output(answer)


serve(
    name="request-queue",
    create=lambda emit, clock: RequestQueue(clock, lambda id: emit(output("onDone", id))),
    inputs={"request": lambda queue, id: named(queue.request(id)), "cancel": lambda queue, id: named(queue.cancel(id))},
    outputs=["onDone"],
    clock="virtual",
)

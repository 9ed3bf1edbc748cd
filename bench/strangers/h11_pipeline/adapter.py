"""h11's Connection, as a server, as a typestar adapter."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

import h11
from typestar_adapter import output, serve

REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


def event(connection):
    found = connection.next_event()
    kind = found if isinstance(found, type) else type(found)
    return output(kind.__name__)


def respond(connection):
    connection.send(h11.Response(status_code=200, headers=[("Content-Length", "0")]))
    connection.send(h11.EndOfMessage())


serve(
    name="h11_pipeline",
    version=h11.__version__,
    create=lambda _emit, _clock: h11.Connection(our_role=h11.SERVER),
    inputs={
        "receive": lambda connection: connection.receive_data(REQUEST),
        "event": event,
        "respond": respond,
        "nextCycle": lambda connection: connection.start_next_cycle(),
    },
    outputs=[],
    clock="virtual",
)

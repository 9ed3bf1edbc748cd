"""One stream of h2's H2Connection, as a client, as a typestar adapter."""

import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from h2.connection import H2Connection
from typestar_adapter import serve

REQUEST = [(":method", "POST"), (":path", "/"), (":scheme", "https"), (":authority", "localhost")]


def create(_emit, _clock):
    connection = H2Connection()
    connection.initiate_connection()
    return connection


serve(
    name="h2_window",
    version=version("h2"),
    create=create,
    inputs={
        "headers": lambda connection: connection.send_headers(1, REQUEST),
        "data": lambda connection: connection.send_data(1, bytes(5000)),
        "end": lambda connection: connection.end_stream(1),
        "reset": lambda connection: connection.reset_stream(1),
    },
    outputs=[],
    clock="virtual",
)

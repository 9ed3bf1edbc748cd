"""http.client.HTTPConnection as a typestar adapter; what a call must not do is an output."""

import os
import sys
import io
from http.client import CannotSendHeader, CannotSendRequest, HTTPConnection, ResponseNotReady

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

class Wire:
    """A socket that takes everything and answers the same."""

    def sendall(self, _data):
        pass

    def makefile(self, _mode):
        return io.BytesIO(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    def close(self):
        pass


class Client:
    def __init__(self):
        self.connection = HTTPConnection("localhost")
        self.connection.connect = self.connect

    def connect(self):
        self.connection.sock = Wire()

    def run(self, call, *values):
        try:
            getattr(self.connection, call)(*values)
        except (CannotSendRequest, CannotSendHeader, ResponseNotReady) as refused:
            return output(type(refused).__name__)


serve(
    name="http_connection",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: Client(),
    inputs={
        "putRequest": lambda client: client.run("putrequest", "GET", "/"),
        "putHeader": lambda client: client.run("putheader", "X-One", "1"),
        "endHeaders": lambda client: client.run("endheaders"),
        "getResponse": lambda client: client.run("getresponse"),
        "close": lambda client: client.run("close"),
    },
    outputs=[],
    clock="virtual",
)

"""What a connection does: a request is begun, ended and answered, and an answer that nobody read is in the way of the next answer."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

class Truth:
    def __init__(self):
        self.close()

    def close(self):
        self.state = "idle"
        self.is_unread = False

    def put_request(self):
        if self.state != "idle":
            return output("CannotSendRequest")
        self.state = "started"

    def put_header(self):
        if self.state != "started":
            return output("CannotSendHeader")

    def end_headers(self):
        if self.state != "started":
            return output("CannotSendHeader")
        self.state = "sent"

    def get_response(self):
        if self.is_unread or self.state != "sent":
            return output("ResponseNotReady")
        self.state = "idle"
        self.is_unread = True


serve(
    name="http_connection",
    create=lambda _emit, _clock: Truth(),
    inputs={
        "putRequest": Truth.put_request,
        "putHeader": Truth.put_header,
        "endHeaders": Truth.end_headers,
        "getResponse": Truth.get_response,
        "close": Truth.close,
    },
    outputs=[],
    clock="virtual",
)

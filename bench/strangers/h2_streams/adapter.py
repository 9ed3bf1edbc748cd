"""The streams of h2's H2Connection, as a client, as a typestar adapter."""

import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from h2.connection import H2Connection
from h2.exceptions import NoSuchStreamError, StreamClosedError, TooManyStreamsError
from hyperframe.frame import SettingsFrame
from typestar_adapter import output, serve

REQUEST = [(":method", "POST"), (":path", "/"), (":scheme", "https"), (":authority", "localhost")]
FIRST = 10**12  # numbers of streams differ from all values


class Client:
    def __init__(self):
        self.connection = H2Connection()
        self.connection.initiate_connection()
        limit = SettingsFrame(settings={SettingsFrame.MAX_CONCURRENT_STREAMS: 2})
        self.connection.receive_data(limit.serialize())

    def open(self):
        stream = self.connection.get_next_available_stream_id()
        try:
            self.connection.send_headers(stream, REQUEST)
        except TooManyStreamsError:
            return output("refused")
        return output("opened", FIRST + stream)

    def reset(self, stream):
        try:
            self.connection.reset_stream(stream - FIRST)
        except (NoSuchStreamError, StreamClosedError):
            return output("missing")


serve(
    name="h2_streams",
    version=version("h2"),
    create=lambda _emit, _clock: Client(),
    inputs=["open", "reset"],
    outputs=[],
    clock="virtual",
)

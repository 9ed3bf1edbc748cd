"""What a WebSocket does: it opens and closes in the next turn, and the first who closes it decides the code."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve


class Socket:
    def __init__(self, emit, clock):
        self.emit, self.clock = emit, clock
        self.state = "connecting"
        clock.call_later(0, self.open)

    def open(self):
        if self.state == "connecting":
            self.state = "open"
            self.emit("onOpen")

    def send(self):
        if self.state == "connecting":
            raise RuntimeError("not open")

    def end(self, code):
        if self.state == "connecting":
            self.clock.call_later(0, self.emit, "onError")
            code = 1006
        elif self.state != "open":
            return
        self.state = "ending"
        self.clock.call_later(0, self.close, code)

    def close(self, code):
        self.emit("onClose", code=code)

    def server_closes(self):
        if self.state == "open":
            self.end(1000)


serve(
    name="websocket",
    clock="virtual",
    create=lambda emit, clock: Socket(emit, clock),
    inputs={
        "send": Socket.send,
        "close": lambda socket: socket.end(1005),
        "terminate": lambda socket: socket.end(1006),
        "serverCloses": Socket.server_closes,
    },
    outputs=["onOpen", "onError", "onClose"],
)

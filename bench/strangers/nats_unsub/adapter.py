"""A client of nats-server with one subscription, which publishes to itself."""

import os
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [os.path.join(ROOT, "hosts", "python"), os.path.join(ROOT, "cases")]

from local_server import LocalServer
from typestar_adapter import output, serve


class Client:
    def __init__(self):
        self.socket = server.connect()
        self.lines = self.socket.makefile("rb")
        self.lines.readline()  # INFO
        self.messages('CONNECT {"verbose":false,"pedantic":false}')

    def messages(self, command):
        """Sends a command and counts the messages that come before the server answers a ping."""
        self.socket.sendall(command.encode() + b"\r\nPING\r\n")
        count = 0
        for line in self.lines:
            if line.startswith(b"PONG"):
                return count
            if line.startswith(b"-ERR"):
                raise RuntimeError(line.decode())
            count += line.startswith(b"MSG")

    def pub(self):
        return output("message" if self.messages("PUB subject 2\r\nhi") else "nothing")

    def close(self):
        self.lines.close()
        self.socket.close()


server = LocalServer(lambda port, _folder: ["nats-server", "-a", "127.0.0.1", "-p", port])

serve(
    name="nats-unsub",
    set_up=server.start,
    tear_down=server.stop,
    create=lambda _emit: Client(),
    destroy=Client.close,
    inputs={
        "sub": lambda client: client.messages("SUB subject 1"),
        "unsub": lambda client: client.messages("UNSUB 1"),
        "unsubAfter12": lambda client: client.messages("UNSUB 1 12"),
        "pub": Client.pub,
    },
    outputs=[],
)

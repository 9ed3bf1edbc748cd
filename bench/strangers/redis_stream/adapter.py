"""A stream of Redis with at most twenty entries, and one reader of a group."""

import os
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [os.path.join(ROOT, "hosts", "python"), os.path.join(ROOT, "cases")]

from local_server import LocalServer
from typestar_adapter import output, serve


class Client:
    def __init__(self):
        self.socket = server.connect()
        self.replies = self.socket.makefile("rb")
        self.send("DEL stream")
        self.send("XGROUP CREATE stream group $ MKSTREAM")

    def close(self):
        self.replies.close()
        self.socket.close()

    def send(self, command):
        self.socket.sendall(command.encode() + b"\r\n")
        return self.reply()

    def reply(self):
        line = self.replies.readline().decode().rstrip("\r\n")
        kind, rest = line[0], line[1:]
        if kind == "-":
            raise RuntimeError(rest)
        if kind == "*":
            return None if rest == "-1" else [self.reply() for _ in range(int(rest))]
        if kind == "$":
            return None if rest == "-1" else self.replies.read(int(rest) + 2)[:-2].decode()
        return rest

    def read(self):
        reply = self.send("XREADGROUP GROUP group reader COUNT 1 NOACK STREAMS stream >")
        return output("nothing" if reply is None else "entry")


def command(port, folder):
    return ["redis-server", "--bind", "127.0.0.1", "--port", port, "--dir", folder, "--save", "", "--appendonly", "no"]


server = LocalServer(command)

serve(
    name="redis-stream",
    set_up=server.start,
    tear_down=server.stop,
    create=lambda _emit: Client(),
    destroy=Client.close,
    inputs={
        "add": lambda client: client.send("XADD stream MAXLEN = 20 * field value"),
        "read": Client.read,
    },
    outputs=[],
)

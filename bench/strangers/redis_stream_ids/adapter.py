"""A stream of Redis with at most two entries as a typestar adapter."""

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
        self.send("DEL", "stream")

    def close(self):
        self.replies.close()
        self.socket.close()

    def send(self, *words):
        """The answer to a command: its kind, a single character, and its text."""
        parts = [word.encode() for word in words]
        lines = [b"*%d" % len(parts)] + [line for part in parts for line in (b"$%d" % len(part), part)]
        self.socket.sendall(b"".join(line + b"\r\n" for line in lines))
        reply = self.replies.readline().decode().rstrip("\r\n")
        text = self.replies.readline().decode().rstrip("\r\n") if reply[0] == "$" else reply[1:]
        return reply[0], text

    def add(self):
        return output("added", self.send("XADD", "stream", "MAXLEN", "=", "2", "*", "field", "value")[1])

    def delete(self, entry):
        """A text that is no id is refused by Redis; no entry has it."""
        return output("deleted" if self.send("XDEL", "stream", entry) == (":", "1") else "missing")


def command(port, folder):
    return ["redis-server", "--bind", "127.0.0.1", "--port", port, "--dir", folder, "--save", "", "--appendonly", "no"]


server = LocalServer(command)

serve(
    name="redis_stream_ids",
    set_up=server.start,
    tear_down=server.stop,
    create=lambda _emit: Client(),
    destroy=Client.close,
    inputs=["add", "delete"],
    outputs=[],
)

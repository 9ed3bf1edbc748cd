"""A Redis connection as a typestar adapter: transactions, watched keys and subscriptions."""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "hosts", "python"), os.path.join(HERE, "..")]

from local_server import LocalServer
from typestar_adapter import serve


class ResponseError(Exception):
    """An error reply of Redis to a command."""


class Connection:
    """A client that sends commands in one line and reads what comes back."""

    def __init__(self):
        self.socket = server.connect()
        self.replies = self.socket.makefile("rb")

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
            raise ResponseError(rest)
        if kind == "*":
            return None if rest == "-1" else [self.reply() for _ in range(int(rest))]
        if kind == "$":
            return None if rest == "-1" else self.replies.read(int(rest) + 2)[:-2].decode()
        return int(rest) if kind == ":" else rest


def set_up():
    global other
    server.start()
    other = Connection()


def command(port, folder):
    return ["redis-server", "--bind", "127.0.0.1", "--port", port, "--dir", folder, "--save", "", "--appendonly", "no"]


server = LocalServer(command)

serve(
    name="redis",
    version=subprocess.check_output(["redis-server", "--version"], text=True).split()[2],
    set_up=set_up,
    tear_down=server.stop,
    create=lambda emit: Connection(),
    destroy=Connection.close,
    inputs={
        "multi": lambda connection: connection.send("MULTI"),
        "exec": lambda connection: connection.send("EXEC"),
        "watch": lambda connection: connection.send("WATCH key"),
        "set": lambda connection: connection.send("SET key ours"),
        "setByOther": lambda connection: other.send("SET key theirs"),
        "bad": lambda connection: connection.send("NONSENSE"),
        "subscribe": lambda connection: connection.send("SUBSCRIBE channel"),
        "unsubscribe": lambda connection: connection.send("UNSUBSCRIBE channel"),
    },
    outputs=[],
)

"""One key of memcached as a typestar adapter. Each word has another key."""

import itertools
import os
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [os.path.join(ROOT, "hosts", "python"), os.path.join(ROOT, "cases")]

from local_server import LocalServer
from typestar_adapter import output, serve

FIRST_TOKEN = 10**12  # tokens differ from all values


class Connection:
    """A client that uses one key."""

    numbers = itertools.count()

    def __init__(self):
        self.key = "key%d" % next(self.numbers)
        self.socket = server.connect()
        self.replies = self.socket.makefile("rb")

    def close(self):
        self.replies.close()
        self.socket.close()

    def send(self, *lines):
        self.socket.sendall("".join(line + "\r\n" for line in lines).encode())
        return self.line()

    def line(self):
        return self.replies.readline().decode().rstrip("\r\n")

    def set(self, value):
        return output(self.send("set %s 0 0 %d" % (self.key, len(str(value))), str(value)))

    def gets(self):
        reply = self.send("gets " + self.key)
        if reply == "END":
            return output(reply)
        value, _end = self.line(), self.line()
        return output("found", int(value), FIRST_TOKEN + int(reply.split()[-1]))

    def cas(self, value, token):
        unique = (token - FIRST_TOKEN) % 2**64
        return output(self.send("cas %s 0 0 %d %d" % (self.key, len(str(value)), unique), str(value)))

    def delete(self):
        return output(self.send("delete " + self.key))


server = LocalServer(lambda port, _folder: ["memcached", "-l", "127.0.0.1", "-p", port, "-U", "0", "-u", "nobody"])

serve(
    name="memcached_cas",
    version=subprocess.check_output(["memcached", "-V"], text=True).split()[1],
    set_up=server.start,
    tear_down=server.stop,
    create=lambda _emit: Connection(),
    destroy=Connection.close,
    inputs=["set", "gets", "cas", "delete"],
    outputs=[],
)

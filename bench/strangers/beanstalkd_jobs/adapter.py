"""A queue of beanstalkd as a typestar adapter. Each word has a queue of its own."""

import itertools
import os
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [os.path.join(ROOT, "hosts", "python"), os.path.join(ROOT, "cases")]

from local_server import LocalServer
from typestar_adapter import output, serve

FIRST = 10**12  # numbers of jobs differ from all values


class Connection:
    """A client that puts jobs into one queue, and works on them."""

    numbers = itertools.count()

    def __init__(self):
        self.socket = server.connect()
        self.replies = self.socket.makefile("rb")
        name = "queue%d" % next(self.numbers)
        for line in ["use " + name, "watch " + name, "ignore default"]:
            self.send(line)

    def close(self):
        self.replies.close()
        self.socket.close()

    def send(self, line):
        self.socket.sendall(line.encode() + b"\r\n")
        return self.replies.readline().decode().split()

    def put(self):
        name, job = self.send("put 0 0 100000 1\r\nx")
        return output(name, FIRST + int(job))

    def reserve(self):
        name, *rest = self.send("reserve-with-timeout 0")
        if not rest:
            return output(name)
        self.replies.readline()
        return output(name, FIRST + int(rest[0]))

    def about(self, command, job, rest=""):
        """What is answered to a command about a job."""
        return output(self.send("%s %d%s" % (command, (job - FIRST) % 2**64, rest))[0])


server = LocalServer(lambda port, _folder: ["beanstalkd", "-l", "127.0.0.1", "-p", port])

serve(
    name="beanstalkd_jobs",
    version=subprocess.check_output(["beanstalkd", "-v"], text=True).split()[1],
    set_up=server.start,
    tear_down=server.stop,
    create=lambda _emit: Connection(),
    destroy=Connection.close,
    inputs={
        "put": Connection.put,
        "reserve": Connection.reserve,
        "release": lambda connection, job: connection.about("release", job, " 0 0"),
        "bury": lambda connection, job: connection.about("bury", job, " 0"),
        "kick": lambda connection, job: connection.about("kick-job", job),
        "delete": lambda connection, job: connection.about("delete", job),
    },
    outputs=[],
)

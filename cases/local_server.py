"""A server program for the words of one case: on loopback, on a free port, in a separate folder."""

import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path


class LocalServer:
    """Runs `command`, a function from a port and a folder to a program and its arguments."""

    def __init__(self, command):
        self.command = command

    def start(self):
        self.folder = Path(tempfile.mkdtemp())
        self.port = free_port()
        command = self.command(str(self.port), str(self.folder))
        with open(self.folder / "log", "w") as log:
            self.process = subprocess.Popen(
                command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
            )
        self.wait_until_it_listens()

    def wait_until_it_listens(self):
        while self.process.poll() is None:
            try:
                return self.connect().close()
            except ConnectionRefusedError:
                time.sleep(0.01)
        raise RuntimeError("%s ended: %s" % (self.process.args[0], (self.folder / "log").read_text()))

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=2)

    def stop(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]

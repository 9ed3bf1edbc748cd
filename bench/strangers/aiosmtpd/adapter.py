"""aiosmtpd's server as a typestar adapter: one line in, the code of the answer out."""

import asyncio
import logging
import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from aiosmtpd.smtp import SMTP
from typestar_adapter import output, serve

logging.disable()


class Wire(asyncio.Transport):
    """A connection in memory."""

    def __init__(self):
        super().__init__({"peername": ("127.0.0.1", 1)})
        self.received = []
        self.is_closed = False

    def write(self, data):
        self.received.append(data)

    def is_closing(self):
        return self.is_closed

    def close(self):
        if not self.is_closed:
            self.is_closed = True
            asyncio.get_running_loop().call_soon(self.server.connection_lost, None)


async def create(_emit):
    wire = Wire()
    wire.server = SMTP(object(), hostname="localhost", loop=asyncio.get_running_loop())
    wire.server.connection_made(wire)
    await asyncio.sleep(0.001)
    return wire


def command(line):
    async def send(wire):
        if wire.is_closed:
            return output("closed")
        wire.received.clear()
        wire.server.data_received(line + b"\r\n")
        await asyncio.sleep(0.001)
        return output(b"".join(wire.received)[:3].decode() or "nothing")

    return send


serve(
    name="aiosmtpd",
    version=version("aiosmtpd"),
    create=create,
    inputs={
        "helo": command(b"HELO localhost"),
        "mail": command(b"MAIL FROM:<a@localhost>"),
        "rcpt": command(b"RCPT TO:<b@localhost>"),
        "data": command(b"DATA"),
        "dot": command(b"."),
        "rset": command(b"RSET"),
        "bad": command(b"NONSENSE"),
        "quit": command(b"QUIT"),
    },
    outputs=[],
    clock="asyncio",
)

"""The server's side of TCP's handshake as a typestar adapter."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Server:
    """Opens a connection in three steps: each side must acknowledge the other's number plus 1."""

    def __init__(self):
        self.state = "closed"
        self.own = self.theirs = None

    def listen(self, own):
        if self.state != "closed":
            return output("ignored")
        self.state, self.own = "listening", own

    def syn(self, theirs):
        if self.state != "listening":
            return output("ignored")
        self.state, self.theirs = "half-open", theirs
        return output("syn_ack", self.own)

    def ack(self, theirs, own):
        if self.state != "half-open":
            return output("ignored")
        if (theirs, own) != (self.theirs + 1, self.own + 1):
            return output("reset")
        self.state = "established"
        return output("established")


serve(name="tcp-handshake", create=lambda _emit: Server(), inputs=["listen", "syn", "ack"])

"""What ssl.SSLObject does as a client: a handshake of two rounds, then data, then a goodbye in each direction."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.client = 0  # how many flights were sent; three when it is done
        self.peer = 0  # how many flights were sent; two when it is done
        self.client_said_goodbye = False
        self.peer_said_goodbye = False

    def shake_hands(self):
        """Sends whatever can be sent; says whether the handshake is done."""
        while self.client < 3 and self.client <= self.peer:
            self.client += 1
        return self.client == 3

    def handshake(self):
        if not self.shake_hands():
            return output("SSLWantReadError")

    def read(self):
        if not self.shake_hands() or not self.peer_said_goodbye:
            return output("SSLWantReadError")
        if self.client_said_goodbye:
            return output("SSLZeroReturnError")

    def write(self):
        if not self.shake_hands():
            return output("SSLWantReadError")
        if self.client_said_goodbye:
            return output("SSLError")

    def unwrap(self):
        if self.client < 3:
            return output("SSLError")
        self.client_said_goodbye = True
        if not self.peer_said_goodbye:
            return output("SSLWantReadError")

    def peer_works(self):
        while self.peer < 2 and self.peer < self.client:
            self.peer += 1

    def peer_unwraps(self):
        if self.peer == 2:
            self.peer_said_goodbye = True


serve(
    name="ssl_object",
    create=lambda _emit, _clock: Truth(),
    inputs={
        "handshake": Truth.handshake,
        "read": Truth.read,
        "write": Truth.write,
        "unwrap": Truth.unwrap,
        "peerWorks": Truth.peer_works,
        "peerUnwraps": Truth.peer_unwraps,
    },
    outputs=[],
    clock="virtual",
)

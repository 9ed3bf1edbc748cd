"""The timeout of a socket as a typestar adapter."""

import os
import socket
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

serve(
    name="socket_settimeout",
    version=sys.version.split()[0],
    create=lambda _emit: socket.socket(),
    destroy=socket.socket.close,
    inputs={"set": lambda plug, seconds: plug.settimeout(seconds), "get": lambda plug: plug.gettimeout()},
    outputs=[],
)

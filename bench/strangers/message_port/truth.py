"""What a message port does: messages wait until they are received."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve


class Ports:
    def __init__(self):
        self.messages = []

    def post(self):
        self.messages.append("hello")

    def receive(self):
        return self.messages.pop(0) if self.messages else None


serve(name="message-port", create=lambda _emit: Ports(), inputs=["post", "receive"], outputs=[])

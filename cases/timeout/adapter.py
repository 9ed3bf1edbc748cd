"""A request with a timeout as a typestar adapter."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Request:
    """A request that must be answered within five seconds. Both come with the time."""

    def __init__(self):
        self.sent = None

    def send(self, time):
        if self.sent is not None:
            return output("busy")
        self.sent = time

    def answer(self, time):
        if self.sent is None:
            return output("unasked")
        sent, self.sent = self.sent, None
        return output("in_time" if time <= sent + 5 else "late")


serve(name="timeout", create=lambda _emit: Request(), inputs=["send", "answer"])

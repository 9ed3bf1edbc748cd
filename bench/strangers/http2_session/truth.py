"""What the client's session does over a slow connection: it counts the pings that are under way."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import output, serve

MOST_PINGS = 10


class Session:
    def __init__(self):
        self.pings = 0
        self.state = "open"

    def cancelled(self):
        """The pings that are under way are cancelled, if there are some."""
        had_pings = self.pings > 0
        self.pings = 0
        return ["cancelled"] if had_pings else []

    def ping(self):
        if self.state != "open":
            return ["destroyed"]
        if self.pings == MOST_PINGS:
            return ["refused", "cancelled"]
        self.pings += 1
        return []

    def deliver(self):
        if self.state == "closing":
            self.state = "closed"
            return ["closed"]
        had_pings = self.pings > 0
        self.pings = 0
        return ["pong"] if had_pings else []

    def close(self):
        if self.state == "open":
            self.state = "closing"
        return self.cancelled()

    def destroy(self):
        if self.state != "open":
            return []
        self.state = "closed"
        return self.cancelled() + ["closed"]


def told(events):
    return output("+".join(events)) if events else None


serve(
    name="http2-session",
    create=lambda _emit: Session(),
    inputs={
        "ping": lambda session: told(session.ping()),
        "deliver": lambda session: told(session.deliver()),
        "close": lambda session: told(session.close()),
        "destroy": lambda session: told(session.destroy()),
    },
    outputs=[],
)

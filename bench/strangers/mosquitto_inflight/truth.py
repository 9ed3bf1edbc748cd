"""What mosquitto does with messages that are not acknowledged: six are sent, others are kept, at most
sixteen in all.

For each acknowledgement of the oldest message it sends up to six more, however many are not acknowledged.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import output, serve

QUOTA = 6
ALL = 6 + 10


class Subscriber:
    def __init__(self):
        self.sent = self.kept = 0
        self.quota = QUOTA

    def send(self, count):
        self.sent += count
        self.quota = max(self.quota - count, 0)
        return output("messages") if count > 0 else None

    def publish(self):
        if self.quota > 0:
            return self.send(1)
        if self.sent + self.kept < ALL:
            self.kept += 1

    def acknowledge(self):
        if self.sent == 0:
            return output("none")
        self.sent -= 1
        self.quota = min(self.quota + 1, QUOTA)
        more = min(self.kept, QUOTA)
        self.kept -= more
        return self.send(more)


serve(name="mosquitto-inflight", create=lambda _emit: Subscriber(), inputs=["publish", "acknowledge"], outputs=[])

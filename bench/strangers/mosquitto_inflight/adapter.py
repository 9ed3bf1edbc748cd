"""A subscriber of mosquitto with QoS 1 who acknowledges when told to, and a publisher."""

import os
import sys
from pathlib import Path

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [os.path.join(ROOT, "hosts", "python"), os.path.join(ROOT, "cases")]

from local_server import LocalServer
from typestar_adapter import output, serve

PUBLISH, PUBACK, PINGRESP = 3, 4, 13


class Connection:
    """One connection by MQTT 3.1.1."""

    def __init__(self, name):
        self.socket = server.connect()
        self.stream = self.socket.makefile("rb")
        self.send(0x10, b"\x00\x04MQTT\x04\x02\x00\x00" + text(name))
        self.read()

    def send(self, first, body=b"", then=b""):
        self.socket.sendall(bytes([first, len(body)]) + body + then)

    def read(self):
        """The kind and the body of the next packet; all of them are short."""
        first, length = self.stream.read(2)
        return first >> 4, self.stream.read(length)

    def close(self):
        self.send(0xE0)
        self.stream.close()
        self.socket.close()


def text(value):
    return len(value).to_bytes(2, "big") + value


class Subscriber:
    def __init__(self):
        self.connection = Connection(b"subscriber")
        self.unacknowledged = []
        self.connection.send(0x82, b"\x00\x01" + text(b"topic") + b"\x01")
        self.connection.read()

    def hear(self):
        """Whether messages have come; the answer to a ping shows that there are no more."""
        heard = False
        while True:
            kind, body = self.connection.read()
            if kind == PINGRESP:
                return output("messages") if heard else None
            if kind == PUBLISH:
                heard = True
                self.unacknowledged.append(body[7:9])  # behind the topic

    def publish(self):
        publisher.send(0x32, text(b"topic") + b"\x00\x01")
        publisher.read()
        self.connection.send(0xC0)
        return self.hear()

    def acknowledge(self):
        if not self.unacknowledged:
            return output("none")
        self.connection.send(0x40, self.unacknowledged.pop(0), bytes([0xC0, 0]))
        return self.hear()


SETTINGS = """listener %s 127.0.0.1
allow_anonymous true
max_inflight_messages 6
max_queued_messages 10
set_tcp_nodelay true
"""


def command(port, folder):
    settings = Path(folder) / "mosquitto.conf"
    settings.write_text(SETTINGS % port)
    return ["mosquitto", "-c", str(settings)]


def set_up():
    global publisher
    server.start()
    publisher = Connection(b"publisher")


server = LocalServer(command)

serve(
    name="mosquitto-inflight",
    set_up=set_up,
    tear_down=server.stop,
    create=lambda _emit: Subscriber(),
    destroy=lambda subscriber: subscriber.connection.close(),
    inputs=["publish", "acknowledge"],
    outputs=[],
)

"""An MQTT 3.1.1 connection to mosquitto as a typestar adapter, over a plain socket."""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "hosts", "python"), os.path.join(HERE, "..")]

from local_server import LocalServer
from typestar_adapter import output, serve

NAMES = {2: "CONNACK", 3: "PUBLISH", 4: "PUBACK", 9: "SUBACK", 11: "UNSUBACK", 13: "PINGRESP"}
CONNECT = bytes.fromhex("100c 0004 4d515454 04 02 0000 0000")  # MQTT, level 4, clean session, no name
SUBSCRIBE = bytes.fromhex("8206 0001 0001 74 00")  # topic t, at most once
UNSUBSCRIBE = bytes.fromhex("a205 0001 0001 74")
PUBLISH = bytes.fromhex("3206 0001 74 0002 21")  # topic t, at least once
PINGREQ = bytes.fromhex("c000")
DISCONNECT = bytes.fromhex("e000")


class Connection:
    """Sends packets, and names all packets that come back."""

    def __init__(self):
        self.socket = server.connect()
        self.packets = self.socket.makefile("rb")

    def close(self):
        self.packets.close()
        self.socket.close()

    def send(self, packet, last):
        """Sends a packet and reads up to the one that answers it last, or until the broker hangs up."""
        answers = []
        try:
            self.socket.sendall(packet)
            while not answers or answers[-1] not in (last, "closed"):
                answers.append(self.receive())
        except ConnectionError:
            answers.append("closed")
        return output("+".join(answers))

    def receive(self):
        head = self.packets.read(2)  # all our packets are short
        if len(head) < 2:
            return "closed"
        self.packets.read(head[1])
        return NAMES[head[0] >> 4]


server = LocalServer(lambda port, folder: ["mosquitto", "-p", port])

serve(
    name="mosquitto",
    version=subprocess.run(["mosquitto", "-h"], capture_output=True, text=True).stdout.split()[2],
    set_up=server.start,
    tear_down=server.stop,
    create=lambda emit: Connection(),
    destroy=Connection.close,
    inputs={
        "connect": lambda connection: connection.send(CONNECT, "CONNACK"),
        "subscribe": lambda connection: connection.send(SUBSCRIBE, "SUBACK"),
        "unsubscribe": lambda connection: connection.send(UNSUBSCRIBE, "UNSUBACK"),
        "publish": lambda connection: connection.send(PUBLISH, "PUBACK"),
        "ping": lambda connection: connection.send(PINGREQ, "PINGRESP"),
        "disconnect": lambda connection: connection.send(DISCONNECT, "closed"),
    },
    outputs=[],
)

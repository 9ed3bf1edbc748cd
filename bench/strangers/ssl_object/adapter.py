"""ssl.SSLObject over MemoryBIO as a typestar adapter, with a peer that works when it is told to."""

import contextlib
import os
import ssl
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


def context(protocol):
    made = ssl.SSLContext(protocol)
    made.check_hostname = False
    made.verify_mode = ssl.CERT_NONE
    made.maximum_version = ssl.TLSVersion.TLSv1_2
    made.set_ciphers("AECDH-AES256-SHA:@SECLEVEL=0")
    return made


SERVER, CLIENT = context(ssl.PROTOCOL_TLS_SERVER), context(ssl.PROTOCOL_TLS_CLIENT)


class Pair:
    """A client and its peer."""

    def __init__(self):
        to_client, to_peer = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.client = CLIENT.wrap_bio(to_client, to_peer)
        self.peer = SERVER.wrap_bio(to_peer, to_client, server_side=True)

    def peer_works(self):
        with contextlib.suppress(ssl.SSLError):
            while self.peer.read(1000):
                pass

    def peer_unwraps(self):
        with contextlib.suppress(ssl.SSLError):
            self.peer.unwrap()


serve(
    name="ssl_object",
    version="%s, %s" % (sys.version.split()[0], ssl.OPENSSL_VERSION),
    create=lambda _emit, _clock: Pair(),
    inputs={
        "handshake": lambda pair: pair.client.do_handshake(),
        "read": lambda pair: pair.client.read(1000),
        "write": lambda pair: pair.client.write(b"text"),
        "unwrap": lambda pair: pair.client.unwrap(),
        "peerWorks": Pair.peer_works,
        "peerUnwraps": Pair.peer_unwraps,
    },
    outputs=[],
    clock="virtual",
)

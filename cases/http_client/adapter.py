"""Python's http.client as a typestar adapter, with its own server."""

import http.client
import os
import socketserver
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from typestar_adapter import serve

# Longer than the 8192 bytes that the client reads ahead: a part of an unread body stays in the socket.
BODY = b"unread body\n" * 1000
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True


class Handler(socketserver.StreamRequestHandler):
    """Answers every request of a connection, head and body at once."""

    def handle(self):
        for line in self.rfile:
            if line == b"\r\n":
                self.connection.sendall(ANSWER)
                answered.release()


class Client:
    """A connection, and the response that it gave last."""

    def __init__(self):
        self.connection = http.client.HTTPConnection(*server.server_address, timeout=0.2)
        self.response = None

    def request(self):
        self.connection.request("GET", "/")
        answered.acquire()  # the answer has arrived, so the speed of the server does not matter

    def get_response(self):
        self.response = self.connection.getresponse()

    def read(self):
        return len(self.response.read())

    def close_response(self):
        self.response.close()


answered = threading.Semaphore(0)
server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()

serve(
    name="http-client",
    version=sys.version.split()[0],
    create=lambda emit: Client(),
    destroy=lambda client: client.connection.close(),
    inputs={
        "request": Client.request,
        "getResponse": Client.get_response,
        "read": Client.read,
        "closeResponse": Client.close_response,
        "close": lambda client: client.connection.close(),
    },
    outputs=[],
)

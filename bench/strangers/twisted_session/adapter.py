"""Sessions of twisted.web as a typestar adapter. Their time is a clock that ticks."""

import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from twisted.internet.task import Clock
from twisted.web.resource import Resource
from twisted.web.server import Site
from typestar_adapter import output, serve


class Sessions:
    """A site, and its time."""

    def __init__(self, emit):
        self.emit = emit
        self.time = Clock()
        self.site = Site(Resource(), reactor=self.time)

    def make(self):
        session = self.site.makeSession()
        uid = session.uid.decode()
        session.notifyOnExpire(lambda: self.emit(output("onExpired", uid)))
        return output("made", uid)

    def touch(self, uid):
        try:
            self.site.getSession(uid.encode()).touch()
        except KeyError:
            return output("missing")

    def expire(self, uid):
        try:
            self.site.getSession(uid.encode()).expire()
        except KeyError:
            return output("missing")

    def tick(self):
        self.time.advance(600)


serve(
    name="twisted_session",
    version=version("twisted"),
    create=lambda emit, _clock: Sessions(emit),
    inputs=["make", "touch", "expire", "tick"],
    outputs=["onExpired"],
    clock="virtual",
)

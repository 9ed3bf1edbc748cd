"""The locks of WsgiDAV as a typestar adapter. Their time counts ticks."""

import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve
from wsgidav.dav_error import DAVError
from wsgidav.lock_man import lock_manager, lock_storage

LIFETIME = 20


class Time:
    """What the module time is for the locks of one word."""

    seconds = 1_000_000.0

    def time(self):
        return self.seconds


class Locks:
    def __init__(self):
        self.time = lock_manager.time = lock_storage.time = Time()
        self.manager = lock_manager.LockManager(lock_storage.LockStorageDict())

    def lock(self):
        try:
            lock = self.manager.acquire(
                url="/file",
                lock_type="write",
                lock_scope="exclusive",
                lock_depth="0",
                lock_owner=b"owner",
                timeout=LIFETIME,
                principal="somebody",
                token_list=[],
            )
            return output("locked", lock["token"])
        except DAVError:
            return output("refused")

    def refresh(self, token):
        try:
            self.manager.refresh(token, timeout=LIFETIME)
        except AssertionError:
            return output("missing")

    def holds(self, token):
        return output(str(self.manager.get_lock(token) is not None).lower())

    def unlock(self, token):
        self.manager.release(token)

    def tick(self):
        self.time.seconds += 10


serve(
    name="wsgidav_lock",
    version=version("wsgidav"),
    create=lambda _emit, _clock: Locks(),
    inputs=["lock", "refresh", "holds", "unlock", "tick"],
    outputs=[],
    clock="virtual",
)

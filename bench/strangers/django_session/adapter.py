"""Sessions of Django as a typestar adapter."""

import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

import django
from django.conf import settings

settings.configure(
    CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "TIMEOUT": None}},
    SESSION_ENGINE="django.contrib.sessions.backends.cache",
    SECRET_KEY="of no use",
)
django.setup()

from django.contrib.sessions.backends.cache import SessionStore
from django.core.cache import cache
from typestar_adapter import output, serve


class Server:
    """What views do with sessions."""

    def __init__(self):
        cache.clear()

    def login(self, user):
        store = SessionStore()
        store["user"] = user
        store.create()
        return output("session", store.session_key)

    def user(self, key):
        return SessionStore(key).get("user")

    def cycle(self, key):
        store = SessionStore(key)
        store.cycle_key()
        store.save()
        return output("session", store.session_key)

    def logout(self, key):
        SessionStore(key).flush()


serve(
    name="django_session",
    version=version("django"),
    create=lambda _emit, _clock: Server(),
    inputs=["login", "user", "cycle", "logout"],
    outputs=[],
    clock="virtual",
)

"""What sessions do: users by key. A key that is not there has no user, and can be cycled all the same."""

import itertools
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    numbers = itertools.count()

    def __init__(self):
        self.users = {}

    def login(self, user):
        key = "session %d" % next(self.numbers)
        self.users[key] = user
        return output("session", key)

    def user(self, key):
        return self.users.get(key)

    def cycle(self, key):
        return self.login(self.users.pop(key, None))

    def logout(self, key):
        self.users.pop(key, None)


serve(
    name="django_session",
    create=lambda _emit, _clock: Truth(),
    inputs=["login", "user", "cycle", "logout"],
    outputs=[],
    clock="virtual",
)

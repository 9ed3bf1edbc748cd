"""A login service as a typestar adapter."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Login:
    """A service for one user, who registers and then logs in with the same name and password."""

    def __init__(self):
        self.account = None
        self.is_in = False

    def register(self, name, password):
        if self.account:
            return output("taken")
        self.account = (name, password)

    def login(self, name, password):
        if self.is_in or self.account != (name, password):
            return output("refused")
        self.is_in = True

    def logout(self):
        if not self.is_in:
            return output("refused")
        self.is_in = False


serve(name="login", create=lambda _emit: Login(), inputs=["register", "login", "logout"])

"""What vsftpd answers: it counts wrong passwords, and after the login it remembers RNFR."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import output, serve

MOST_FAILURES = 8


class Session:
    def __init__(self):
        self.has_user = self.is_in = self.has_source = self.is_closed = False
        self.failures = 0

    def answer(self, command):
        if self.is_closed:
            return output("closed")
        return output(getattr(self, command)())

    def user(self):
        if self.is_in:
            return "530"
        self.has_user = True
        return "331"

    def wrongPassword(self):
        if self.is_in:
            return "230"
        if not self.has_user:
            return "503"
        self.has_user = False
        self.failures += 1
        self.is_closed = self.failures == MOST_FAILURES
        return "530"

    def password(self):
        if self.is_in:
            return "230"
        if not self.has_user:
            return "503"
        self.is_in = True
        return "230"

    def rnfr(self):
        if not self.is_in:
            return "530"
        self.has_source = True
        return "350"

    def rnto(self):
        if not self.is_in:
            return "530"
        if not self.has_source:
            return "503"
        self.has_source = False
        return "250"

    def noop(self):
        return "200" if self.is_in else "530"


COMMANDS = ["user", "wrongPassword", "password", "rnfr", "rnto", "noop"]

serve(
    name="vsftpd-login",
    create=lambda _emit: Session(),
    inputs={command: lambda session, command=command: session.answer(command) for command in COMMANDS},
    outputs=[],
)

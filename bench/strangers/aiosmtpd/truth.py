"""What aiosmtpd does: the usual order of commands, and a budget of five unknown ones."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    def __init__(self):
        self.budget = 5
        self.has_greeted = False
        self.has_sender = False
        self.has_recipient = False
        self.is_in_data = False
        self.is_closed = False

    def answer(self, command):
        if self.is_closed:
            return output("closed")
        if self.is_in_data:
            return output(self.in_data(command))
        return output(self.outside(command))

    def in_data(self, command):
        if command != "dot":
            return "nothing"
        self.is_in_data = False
        self.forget()
        return "250"

    def outside(self, command):
        if command in ("bad", "dot"):
            self.budget -= 1
            self.is_closed = self.budget == 0
            return "502" if self.is_closed else "500"
        if command == "quit":
            self.is_closed = True
            return "221"
        if command == "helo":
            self.has_greeted = True
        if command in ("helo", "rset"):
            self.forget()
            return "250"
        if not self.has_greeted:
            return "503"
        if command == "mail":
            return self.mail()
        if command == "rcpt":
            return self.rcpt()
        return self.data()

    def mail(self):
        if self.has_sender:
            return "503"
        self.has_sender = True
        return "250"

    def rcpt(self):
        if not self.has_sender:
            return "503"
        self.has_recipient = True
        return "250"

    def data(self):
        if not self.has_recipient:
            return "503"
        self.is_in_data = True
        return "354"

    def forget(self):
        self.has_sender = self.has_recipient = False


COMMANDS = ["helo", "mail", "rcpt", "data", "dot", "rset", "bad", "quit"]

serve(
    name="aiosmtpd",
    create=lambda _emit: Truth(),
    inputs={command: lambda truth, command=command: truth.answer(command) for command in COMMANDS},
    outputs=[],
    clock="asyncio",
)

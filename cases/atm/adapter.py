"""The bookings of a cash machine as a typestar adapter."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Account:
    """Takes the balance after each booking. At least 20 and at most 300 can be withdrawn at once, at most 1000 paid in."""

    def __init__(self):
        self.balance = None

    def book(self, balance):
        before = self.balance
        if before is not None:
            is_drawn = before - 300 <= balance <= before - 20
            is_paid_in = before < balance <= before + 1000
            if not is_drawn and not is_paid_in:
                raise ValueError("no booking leads from %s to %s" % (before, balance))
        self.balance = balance


serve(name="atm", create=lambda _emit: Account(), inputs=["book"])

"""A Fibonacci counter as a typestar adapter."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Fibonacci:
    """Takes any two numbers, and then only the sum of the last two."""

    def __init__(self):
        self.numbers = []

    def next(self, number):
        if len(self.numbers) == 2 and number != sum(self.numbers):
            raise ValueError("%s is not the sum of %s and %s" % (number, *self.numbers))
        self.numbers = (self.numbers + [number])[-2:]


serve(name="fibonacci", create=lambda _emit: Fibonacci(), inputs=["next"])

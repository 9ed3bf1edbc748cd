"""A rate limit of the package limits as a typestar adapter. No minute passes."""

import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from limits import RateLimitItemPerYear
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from typestar_adapter import output, serve

class Limiter:
    def __init__(self):
        self.limit = RateLimitItemPerYear(5)
        self.limiter = FixedWindowRateLimiter(MemoryStorage())

    def hit(self, user):
        return output("allowed" if self.limiter.hit(self.limit, user) else "refused")

    def clear(self, user):
        self.limiter.clear(self.limit, user)


serve(
    name="limits_window",
    version=version("limits"),
    create=lambda _emit: Limiter(),
    inputs=["hit", "clear"],
    outputs=[],
)

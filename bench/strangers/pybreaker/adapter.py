"""pybreaker.CircuitBreaker as a typestar adapter. Its time passes only when it is told so."""

import datetime
import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

import pybreaker
from typestar_adapter import serve


class Time(datetime.datetime):
    """A datetime whose present is where we put it."""

    present = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)

    @classmethod
    def now(cls, _zone=None):
        return cls.present


pybreaker.datetime = Time


def fail():
    raise OSError("no answer")


def minute(_breaker):
    Time.present += datetime.timedelta(seconds=60)


serve(
    name="pybreaker",
    version=version("pybreaker"),
    create=lambda _emit, _clock: pybreaker.CircuitBreaker(fail_max=5, reset_timeout=60),
    inputs={
        "succeed": lambda breaker: breaker.call(lambda: None),
        "fail": lambda breaker: breaker.call(fail),
        "minute": minute,
    },
    outputs=[],
    clock="virtual",
)

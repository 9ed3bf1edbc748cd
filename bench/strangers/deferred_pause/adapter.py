"""Twisted's Deferred as a typestar adapter."""

import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from twisted.internet.defer import Deferred
from typestar_adapter import serve


def create(emit, _clock):
    deferred = Deferred()
    deferred.addCallback(lambda _result: emit("onResult"))
    return deferred


serve(
    name="deferred_pause",
    version=version("twisted"),
    create=create,
    inputs={
        "pause": lambda deferred: deferred.pause(),
        "unpause": lambda deferred: deferred.unpause(),
        "callback": lambda deferred: deferred.callback("done"),
    },
    outputs=["onResult"],
    clock="virtual",
)

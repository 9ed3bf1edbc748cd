"""A context manager made of a generator, as a typestar adapter."""

import os
import sys
from contextlib import contextmanager

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


@contextmanager
def managed(emit):
    emit("onEnter")
    try:
        yield
    except ValueError:
        emit("onCaught")
    finally:
        emit("onExit")


def leave(manager, error):
    return manager.__exit__(type(error), error, None)


serve(
    name="contextmanager",
    version=sys.version.split()[0],
    create=lambda emit, _clock: managed(emit),
    inputs={
        "enter": lambda manager: manager.__enter__(),
        "exit": lambda manager: manager.__exit__(None, None, None),
        "exitWithValueError": lambda manager: leave(manager, ValueError()),
        "exitWithKeyError": lambda manager: leave(manager, KeyError()),
    },
    outputs=["onEnter", "onCaught", "onExit"],
    clock="virtual",
)

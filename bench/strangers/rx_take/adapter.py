"""reactivex's take as a typestar adapter."""

import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from reactivex import operators
from reactivex.subject import Subject
from typestar_adapter import serve


def create(emit, _clock):
    subject = Subject()
    taken = subject.pipe(operators.take(6))
    taken.subscribe(lambda _item: emit("onNext"), None, lambda: emit("onCompleted"))
    return subject


serve(
    name="rx_take",
    version=version("reactivex"),
    create=create,
    inputs={"next": lambda subject: subject.on_next("item"), "complete": lambda subject: subject.on_completed()},
    outputs=["onNext", "onCompleted"],
    clock="virtual",
)

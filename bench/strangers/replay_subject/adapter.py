"""reactivex.subject.ReplaySubject as a typestar adapter: a subscriber notes what it gets at once."""

import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from reactivex.subject import ReplaySubject
from typestar_adapter import serve


def subscribe(subject):
    got = []
    subject.subscribe(lambda _item: got.append("item"), None, lambda: got.append("end")).dispose()
    return "%d%s" % (got.count("item"), " and the end" if "end" in got else "")


serve(
    name="replay_subject",
    version=version("reactivex"),
    create=lambda _emit, _clock: ReplaySubject(buffer_size=10),
    inputs={
        "next": lambda subject: subject.on_next("item"),
        "complete": lambda subject: subject.on_completed(),
        "subscribe": subscribe,
    },
    outputs=[],
    clock="virtual",
)

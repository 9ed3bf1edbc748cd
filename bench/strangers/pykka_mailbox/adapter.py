"""An actor of pykka as a typestar adapter. It has no thread: it works whenever something comes into its inbox."""

import collections
import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

import pykka
from typestar_adapter import output, serve


class Idle(Exception):
    """The inbox is empty, and there is no thread that could wait."""


class Inbox(collections.deque):
    """An inbox that wakes its actor up when it has started."""

    wake = staticmethod(lambda: None)

    def put(self, envelope):
        self.append(envelope)
        self.wake()

    def get(self):
        if self.empty():
            raise Idle()
        return self.popleft()

    def empty(self):
        return not self


class Actor(pykka.Actor):
    """An actor without a thread."""

    def __init__(self, emit):
        super().__init__()
        self.emit = emit
        self.has_started = False

    @staticmethod
    def _create_actor_inbox():
        return Inbox()

    @staticmethod
    def _create_future():
        return pykka.ThreadingFuture()

    def _start_actor_loop(self):
        self.actor_inbox.wake = self.work
        self._actor_loop_setup()
        self.work()

    def work(self):
        try:
            self._actor_loop_running()
            self._actor_loop_teardown()
        except Idle:
            pass

    def on_receive(self, _message):
        self.emit("onMessage")


def start(actor):
    """What Actor.start does with an actor that is there."""
    if actor.has_started:
        return output("already")
    actor.has_started = True
    pykka.ActorRegistry.register(actor.actor_ref)
    actor._start_actor_loop()


serve(
    name="pykka_mailbox",
    version=version("pykka"),
    create=lambda emit, _clock: Actor(emit),
    inputs={
        "tell": lambda actor: actor.actor_ref.tell("message"),
        "start": start,
        "stop": lambda actor: actor.actor_ref.stop(block=False),
    },
    outputs=["onMessage"],
    clock="virtual",
)

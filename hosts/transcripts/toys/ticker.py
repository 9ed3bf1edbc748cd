"""The ticker of the transcripts (see ../README.md) behind the Python host library: it does everything by its clock."""

import os
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))

from typestar_adapter import serve


class IllegalState(Exception):
    """The call is not allowed now."""


class Ticker:
    """Schedules callbacks, some of them for ever, and can have a thread of its own."""

    def __init__(self, emit, clock):
        self.emit = emit
        self.clock = clock
        self.scheduled = []
        self.ended = threading.Event()
        self.worker = None
        self._schedule(50, "onReady")

    def ping(self):
        self._schedule(10, "onPing")

    def slow(self):
        self._schedule(10000, "onSlow")

    def hour(self):
        self._schedule(3600000, "onHour")

    def zero(self):
        self._schedule(0, "onZero")

    def four(self):
        for milliseconds, name in ((30, "onThird"), (10, "onFirst"), (20, "onSecond"), (30, "onFourth")):
            self._schedule(milliseconds, name)

    def chain(self):
        self._after(10, self._schedule, 0, "onChained")

    def cross(self):
        self._after(10, lambda: second.cancel())
        second = self._schedule(10, "onCrossed")

    def idle(self):
        self._after(1, self.idle)

    def stop(self):
        for call in self.scheduled:
            call.cancel()

    def fail(self):
        self._after(10, self._fail)

    def thread(self):
        self.worker = threading.Thread(target=self._work)
        self.worker.start()

    def time(self):
        return round(self.clock.now() * 1000)

    def end(self):
        self.ended.set()
        if self.worker:
            self.worker.join()

    def _work(self):
        self.ended.wait(0.005)
        self.emit("onThread")
        self.ended.wait()

    def _fail(self):
        raise IllegalState("late")

    def _schedule(self, milliseconds, name):
        return self._after(milliseconds, self.emit, name)

    def _after(self, milliseconds, function, *arguments):
        call = self.clock.call_later(milliseconds / 1000, function, *arguments)
        self.scheduled.append(call)
        return call


INPUTS = ["ping", "slow", "hour", "zero", "four", "chain", "cross", "idle", "stop", "fail", "thread", "time"]
OUTPUTS = ["onReady", "onPing", "onSlow", "onHour", "onZero", "onFirst", "onSecond", "onThird", "onFourth"]
OUTPUTS += ["onChained", "onCrossed", "onThread"]

serve(
    name="ticker",
    version="1",
    create=Ticker,
    destroy=Ticker.end,
    inputs=INPUTS,
    outputs=OUTPUTS,
    clock="virtual",
)

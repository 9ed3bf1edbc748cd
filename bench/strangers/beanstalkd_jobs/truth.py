"""What a queue of jobs does: each job is ready, reserved or buried; the one with the least number is reserved first."""

import itertools
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve


class Truth:
    numbers = itertools.count(10**12)

    def __init__(self):
        self.states = {}

    def put(self):
        job = next(self.numbers)
        self.states[job] = "ready"
        return output("INSERTED", job)

    def reserve(self):
        ready = [job for job, state in self.states.items() if state == "ready"]
        if not ready:
            return output("TIMED_OUT")
        self.states[min(ready)] = "reserved"
        return output("RESERVED", min(ready))

    def change(self, job, before, after, name):
        if self.states.get(job) != before:
            return output("NOT_FOUND")
        self.states[job] = after
        return output(name)

    def release(self, job):
        return self.change(job, "reserved", "ready", "RELEASED")

    def bury(self, job):
        return self.change(job, "reserved", "buried", "BURIED")

    def kick(self, job):
        return self.change(job, "buried", "ready", "KICKED")

    def delete(self, job):
        return output("DELETED" if self.states.pop(job, None) else "NOT_FOUND")


serve(
    name="beanstalkd_jobs",
    create=lambda _emit: Truth(),
    inputs=["put", "reserve", "release", "bury", "kick", "delete"],
    outputs=[],
)

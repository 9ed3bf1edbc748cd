"""A task in the manner of Android's AsyncTask: works in the background, and reports later."""

# How long the work takes, and how long a report takes to arrive, in seconds.
WORK = 0.020
REPORT = 0.025


class IllegalStateException(Exception):
    """The call is not allowed any more."""


class AsyncTask:
    """Does its work once, in the background, and reports either its result or that it was cancelled.

    A task that was cancelled before it started can still be started as long as the report of that is under way: it then
    counts as started, but never works.
    """

    def __init__(self, clock, on_post_execute, on_cancelled):
        self._clock = clock
        self._on_post_execute = on_post_execute
        self._on_cancelled = on_cancelled
        self._started = False
        self._cancelled = False
        self._reported = False
        self._finished = False

    def execute(self):
        if self._finished:
            raise IllegalStateException("the task has already been executed: a task can be executed only once")
        if self._started:
            raise IllegalStateException("the task is already running")
        self._started = True
        if not self._cancelled:
            self._clock.call_later(WORK, self._work)

    def cancel(self):
        if not self._reported:
            self._cancelled = True
            self._report(self._on_cancelled)

    def _work(self):
        if not self._cancelled:
            self._report(self._on_post_execute)

    def _report(self, callback):
        """Reports once, a little later."""
        self._reported = True
        self._clock.call_later(REPORT, self._finish, callback)

    def _finish(self, callback):
        self._finished = True
        callback()

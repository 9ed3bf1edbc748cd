"""A task in the manner of Android's AsyncTask: works in one thread, reports in another."""

import threading

# How long the work takes, and how long a report is under way. Both leave the user time to call something else first.
WORK = 0.020
REPORT = 0.025


class IllegalStateException(Exception):
    """The call is not allowed any more."""


class AsyncTask:
    """Does its work once, in the background, and reports either its result or that it was cancelled.

    A task that was cancelled before it started can still be started as long as the report of that is under way: it then
    counts as started, but never works.
    """

    def __init__(self, on_post_execute, on_cancelled):
        self._on_post_execute = on_post_execute
        self._on_cancelled = on_cancelled
        self._lock = threading.Lock()
        self._started = False
        self._cancelled = threading.Event()
        self._reported = False
        self._finished = False

    def execute(self):
        with self._lock:
            if self._finished:
                raise IllegalStateException("the task has already been executed: a task can be executed only once")
            if self._started:
                raise IllegalStateException("the task is already running")
            self._started = True
            if not self._cancelled.is_set():
                threading.Thread(target=self._work, daemon=True).start()

    def cancel(self):
        with self._lock:
            if self._reported:
                return
            self._cancelled.set()
            self._report(self._on_cancelled)

    def _work(self):
        if self._cancelled.wait(WORK):
            return
        with self._lock:
            if not self._cancelled.is_set():
                self._report(self._on_post_execute)

    def _report(self, callback):
        """Reports once, a little later, in a thread of its own."""
        self._reported = True
        timer = threading.Timer(REPORT, self._finish, [callback])
        timer.daemon = True
        timer.start()

    def _finish(self, callback):
        with self._lock:
            self._finished = True
            callback()

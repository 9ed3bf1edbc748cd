"""A media player in the manner of Android's: calls come from the user, callbacks from the player's own thread."""

import enum
import threading


class IllegalStateException(Exception):
    """The call is not allowed in the present state."""


class State(enum.Enum):
    IDLE = "idle"
    INITIALIZED = "initialized"
    PREPARING = "preparing"
    PREPARED = "prepared"
    STARTED = "started"
    PAUSED = "paused"
    STOPPED = "stopped"
    END = "released"


# How long things take. Both leave the user time to call something else first, even on a busy machine.
PREPARATION = 0.020
PLAYING = 0.025


class MediaPlayer:
    """Prepares and plays one source.

    `prepare` is finished when it returns, and still reports `on_prepared` afterwards; a report that is under way already
    is not repeated. `pause` is accepted when playing has completed. `reset` and `release` take back all reports.
    """

    def __init__(self, on_prepared, on_completion):
        self._on_prepared = on_prepared
        self._on_completion = on_completion
        self._state = State.IDLE
        self._events = EventThread()

    def set_data_source(self, _source):
        with self._events.lock:
            self._expect(State.IDLE)
            self._state = State.INITIALIZED

    def prepare(self):
        with self._events.lock:
            self._expect(State.INITIALIZED, State.STOPPED)
            self._state = State.PREPARED
            if not self._events.has(self._on_prepared):
                self._events.post(PREPARATION, self._on_prepared)

    def prepare_async(self):
        with self._events.lock:
            self._expect(State.INITIALIZED, State.STOPPED)
            self._state = State.PREPARING
            self._events.post(PREPARATION, self._finish_preparing)

    def start(self):
        with self._events.lock:
            self._expect(State.PREPARED, State.STARTED, State.PAUSED)
            if self._state is not State.STARTED:
                self._state = State.STARTED
                self._events.post(PLAYING, self._complete)

    def pause(self):
        with self._events.lock:
            self._expect(State.STARTED, State.PAUSED)
            self._state = State.PAUSED
            self._events.remove(self._complete)

    def stop(self):
        with self._events.lock:
            self._expect(State.PREPARED, State.STARTED, State.PAUSED, State.STOPPED)
            self._state = State.STOPPED
            self._events.remove(self._complete)

    def reset(self):
        with self._events.lock:
            if self._state is State.END:
                raise IllegalStateException("reset when released")
            self._state = State.IDLE
            self._events.clear()

    def release(self):
        with self._events.lock:
            self._state = State.END
            self._events.end()

    def _finish_preparing(self):
        self._state = State.PREPARED
        self._on_prepared()

    def _complete(self):
        self._state = State.PAUSED
        self._on_completion()

    def _expect(self, *states):
        if self._state not in states:
            raise IllegalStateException("called when %s" % self._state.value)


class EventThread:
    """Runs actions one after the other, each some time after the one before it; an action can be taken back."""

    def __init__(self):
        self.lock = threading.RLock()
        self._changed = threading.Condition(self.lock)
        self._events = []
        self._ended = False
        threading.Thread(target=self._run, daemon=True).start()

    def post(self, delay, action):
        with self.lock:
            self._events.append((delay, action))
            self._changed.notify()

    def has(self, action):
        return any(other == action for _, other in self._events)

    def remove(self, action):
        self._events = [event for event in self._events if event[1] != action]
        self._changed.notify()

    def clear(self):
        self._events = []
        self._changed.notify()

    def end(self):
        self._ended = True
        self.clear()

    def _run(self):
        with self.lock:
            while not self._ended:
                if not self._events:
                    self._changed.wait()
                elif self._rest(self._events[0]):
                    self._events.pop(0)[1]()

    def _rest(self, event):
        """Lets the time of the first event pass; False if that event is no longer the first."""
        self._changed.wait_for(lambda: not self._events or self._events[0] is not event, event[0])
        return bool(self._events) and self._events[0] is event

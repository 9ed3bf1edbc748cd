"""A media player in the manner of Android's: calls come from the user, callbacks from the player's queue of events."""

import enum


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


# How long things take, in seconds.
PREPARATION = 0.020
PLAYING = 0.025


class MediaPlayer:
    """Prepares and plays one source.

    `prepare` is finished when it returns, and still reports `on_prepared` afterwards; a report that is under way already
    is not repeated. `pause` is accepted when playing has completed. `reset` and `release` take back all reports.
    """

    def __init__(self, clock, on_prepared, on_completion):
        self._on_prepared = on_prepared
        self._on_completion = on_completion
        self._state = State.IDLE
        self._events = EventQueue(clock)

    def set_data_source(self, _source):
        self._expect(State.IDLE)
        self._state = State.INITIALIZED

    def prepare(self):
        self._expect(State.INITIALIZED, State.STOPPED)
        self._state = State.PREPARED
        if not self._events.has(self._on_prepared):
            self._events.post(PREPARATION, self._on_prepared)

    def prepare_async(self):
        self._expect(State.INITIALIZED, State.STOPPED)
        self._state = State.PREPARING
        self._events.post(PREPARATION, self._finish_preparing)

    def start(self):
        self._expect(State.PREPARED, State.STARTED, State.PAUSED)
        if self._state is not State.STARTED:
            self._state = State.STARTED
            self._events.post(PLAYING, self._complete)

    def pause(self):
        self._expect(State.STARTED, State.PAUSED)
        self._state = State.PAUSED
        self._events.remove(self._complete)

    def stop(self):
        self._expect(State.PREPARED, State.STARTED, State.PAUSED, State.STOPPED)
        self._state = State.STOPPED
        self._events.remove(self._complete)

    def reset(self):
        if self._state is State.END:
            raise IllegalStateException("reset when released")
        self._state = State.IDLE
        self._events.clear()

    def release(self):
        self._state = State.END
        self._events.clear()

    def _finish_preparing(self):
        self._state = State.PREPARED
        self._on_prepared()

    def _complete(self):
        self._state = State.PAUSED
        self._on_completion()

    def _expect(self, *states):
        if self._state not in states:
            raise IllegalStateException("called when %s" % self._state.value)


class EventQueue:
    """Runs actions one after the other, each some time after the previous one; an action can be cancelled."""

    def __init__(self, clock):
        self._clock = clock
        self._events = []
        self._awaited = None
        self._timer = None

    def post(self, delay, action):
        self._events.append((delay, action))
        self._rest()

    def has(self, action):
        return any(other == action for _, other in self._events)

    def remove(self, action):
        self._events = [event for event in self._events if event[1] != action]
        self._rest()

    def clear(self):
        self._events = []
        self._rest()

    def _rest(self):
        """Lets the time of the first event pass, if that does not happen already."""
        first = self._events[0] if self._events else None
        if first is self._awaited:
            return
        if self._timer:
            self._timer.cancel()
        self._awaited = first
        self._timer = self._clock.call_later(first[0], self._run) if first else None

    def _run(self):
        self._awaited = None
        self._events.pop(0)[1]()
        self._rest()

"""A service that works on requests in the background, one after the other, and reports each by its id."""

SECONDS_FOR_ONE = 0.1


class RequestQueue:
    """At most two requests are open. The clock may be a virtual one: nothing here sleeps."""

    def __init__(self, clock, done):
        self.clock = clock
        self.done = done
        self.open = []
        self.work = None

    def request(self, id):
        """Asks for something; `done` is called with the id when it is there."""
        if id in self.open:
            return "known"
        if len(self.open) == 2:
            return "busy"
        self.open.append(id)
        if len(self.open) == 1:
            self._start()
        return None

    def cancel(self, id):
        """Nothing is reported for a request that was cancelled."""
        if id not in self.open:
            return "unknown"
        if id == self.open[0]:
            self.work.cancel()
            del self.open[0]
            self._start()
        else:
            self.open.remove(id)
        return None

    def _start(self):
        if self.open:
            self.work = self.clock.call_later(SECONDS_FOR_ONE, self._finish)

    def _finish(self):
        done = self.open.pop(0)
        self._start()
        self.done(done)

"""A session with a spell checker in the manner of Android's: asks a service in another thread, which answers later."""

import queue
import threading
import time

# How long the service thinks about a sentence. It leaves the user time to call something else first.
THINKING = 0.025

WORDS = {"the", "quick", "brown", "fox"}


class SpellCheckerSession:
    """Asks for suggestions until it is closed.

    `cancel` waits in line behind the requests, so that it never stops a result. A closed session accepts requests in
    silence and reports nothing any more.
    """

    def __init__(self, on_get_sentence_suggestions):
        self._on_get_sentence_suggestions = on_get_sentence_suggestions
        self._open = True
        self._lock = threading.Lock()
        self._service = queue.Queue()
        threading.Thread(target=self._serve, daemon=True).start()

    def get_sentence_suggestions(self, sentence):
        self._service.put(lambda: self._suggest(sentence))

    def cancel(self):
        self._service.put(lambda: None)

    def close(self):
        with self._lock:
            self._open = False
        self._service.put(None)

    def _serve(self):
        for request in iter(self._service.get, None):
            request()

    def _suggest(self, sentence):
        time.sleep(THINKING)
        unknown = [word for word in sentence.split() if word not in WORDS]
        with self._lock:
            if self._open:
                self._on_get_sentence_suggestions(unknown)
